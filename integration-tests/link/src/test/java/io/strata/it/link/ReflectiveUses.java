package io.strata.it.link;

/** The drop-in jar's uses of reflection, which its class files do not show. */
final class ReflectiveUses {

  private ReflectiveUses() {}

  static void check(LinkChecker checker) {
    checker.checkReflectiveField(
        "org/apache/hadoop/hbase/regionserver/HRegionServer",
        "blockCache",
        "Lorg/apache/hadoop/hbase/io/hfile/BlockCache;");
  }
}
