package io.strata.it.link;

/** What the drop-in jar reaches by reflection, which its class files do not show. */
final class ReflectiveUses {

  private ReflectiveUses() {}

  static void check(LinkChecker checker) {
    checker.checkReflectiveField(
        "org/apache/hadoop/hbase/regionserver/HRegionServer",
        "blockCache",
        "Lorg/apache/hadoop/hbase/io/hfile/BlockCache;");
  }
}
