/**
 * Replays traces on the off-heap engine. The packages, each seeing only those before it: {@code
 * trace}, {@code policy}, then {@code engine} and {@code peer}, which do not see each other, and
 * this one. {@code report} sees none of them.
 */
@NullMarked
package io.strata.replay;

import org.jspecify.annotations.NullMarked;
