/** A local S3 server that counts the requests of one client. */
@NullMarked
package io.strata.perf.store;

import org.jspecify.annotations.NullMarked;
