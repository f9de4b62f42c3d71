/**
 * Checks that the drop-in jar links against HBase versions that the tests cannot run, by reading
 * class files.
 */
package io.strata.it.link;
