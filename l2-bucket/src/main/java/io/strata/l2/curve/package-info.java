/**
 * The estimated hit ratio with more or less memory, computed while serving. {@link
 * io.strata.l2.curve.MissRatioCurve} is the entry point; the package depends on no other.
 */
@NullMarked
package io.strata.l2.curve;

import org.jspecify.annotations.NullMarked;
