/**
 * Replays traces on the off-heap engine. A package sees only those before it: {@code trace}, {@code
 * policy}, then {@code engine} and {@code peer}, which do not see each other, and this one. {@code
 * curve} sees only {@code trace}, and {@code report} none of them.
 */
@NullMarked
package io.strata.replay;

import org.jspecify.annotations.NullMarked;
