/** HBase's own integration tests, adapted to a short time and few servers. */
@NullMarked
package io.strata.judge.integration;

import org.jspecify.annotations.NullMarked;
