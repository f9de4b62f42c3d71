/** Makes HBase's own integration tests run for as long, and on as few servers, as here. */
@NullMarked
package io.strata.judge.integration;

import org.jspecify.annotations.NullMarked;
