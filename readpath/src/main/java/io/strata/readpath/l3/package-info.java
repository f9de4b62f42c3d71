/**
 * The tier on disks: opened as the configuration says, and read into buffers as HBase wants them.
 */
@NullMarked
package io.strata.readpath.l3;

import org.jspecify.annotations.NullMarked;
