/**
 * What the hit ratio would be with more or less memory, estimated while serving. {@link
 * io.strata.l2.curve.MissRatioCurve} is the way in; the package sees no other of the store.
 */
@NullMarked
package io.strata.l2.curve;

import org.jspecify.annotations.NullMarked;
