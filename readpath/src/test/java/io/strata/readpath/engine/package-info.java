/**
 * Strata behind the interfaces that HBase is to have in place of {@code BlockCache} (HBASE-30018).
 * No artifact has them yet: {@link io.strata.readpath.engine.CacheEngine} and the others stand in
 * for those of HBase's branch, method by method, and name the commit that they stand for.
 */
@NullMarked
package io.strata.readpath.engine;

import org.jspecify.annotations.NullMarked;
