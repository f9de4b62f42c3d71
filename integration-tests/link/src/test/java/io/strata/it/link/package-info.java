/**
 * Checks, by reading class files, that the drop-in jar links against versions of HBase on which the
 * tests cannot run.
 */
package io.strata.it.link;
