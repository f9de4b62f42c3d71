/**
 * HBase in containers with a hard limit of memory. The images are made from what is on this machine
 * and from what the build has brought, so no registry is needed; Linux is.
 */
package io.strata.it.container;
