/**
 * HBase in containers with a hard memory limit. Images are built from this machine's files and the
 * build's jars, so that no registry is needed; requires Linux.
 */
package io.strata.it.container;
