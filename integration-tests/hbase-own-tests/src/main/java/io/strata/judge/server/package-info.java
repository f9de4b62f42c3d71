/** Servers, coprocessors and file systems that misbehave on purpose. */
@NullMarked
package io.strata.judge.server;

import org.jspecify.annotations.NullMarked;
