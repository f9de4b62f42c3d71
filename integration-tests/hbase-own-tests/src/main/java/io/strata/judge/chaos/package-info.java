/** What HBase's own integration tests do to their tables while they run. */
@NullMarked
package io.strata.judge.chaos;

import org.jspecify.annotations.NullMarked;
