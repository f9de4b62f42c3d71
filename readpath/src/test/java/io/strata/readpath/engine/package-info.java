/**
 * Strata as an implementation of the interfaces that will replace {@code BlockCache} in HBase
 * (HBASE-30018). No artifact has them yet: {@link io.strata.readpath.engine.CacheEngine} and the
 * others are copies of those of HBase's branch, and name the commit.
 */
@NullMarked
package io.strata.readpath.engine;

import org.jspecify.annotations.NullMarked;
