/** The off-heap engine as a policy to replay. */
@NullMarked
package io.strata.replay.engine;

import org.jspecify.annotations.NullMarked;
