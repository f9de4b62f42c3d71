package io.strata.readpath;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** Packages depend on each other in one direction only, and the tiers do not depend on HBase. */
@AnalyzeClasses(packages = "io.strata", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String BLOCK_CACHE = "io.strata.readpath.blockcache";

  /** The classes that HBASE-30018 and HBASE-30108 remove, or that only those use. */
  private static final DescribedPredicate<JavaClass> OF_BLOCK_CACHE =
      describe(
          "are HBase's block caches",
          type ->
              type.getPackageName().startsWith("org.apache.hadoop.hbase.io.hfile")
                  && type.getName()
                      .matches(
                          ".*BlockCache(?!Key).*|.*CachedBlock.*|.*BlockPriority|.*[.]bucket[.].*"));

  @ArchTest
  static final ArchRule ARROWS_POINT_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("config")
          .definedBy("io.strata.readpath.config")
          .layer("l1")
          .definedBy("io.strata.readpath.l1")
          .layer("l2")
          .definedBy("io.strata.readpath.l2")
          .layer("l3")
          .definedBy("io.strata.readpath.l3")
          .layer("count")
          .definedBy("io.strata.readpath.count")
          .layer("usage")
          .definedBy("io.strata.readpath.usage")
          .layer("metrics")
          .definedBy("io.strata.readpath.metrics")
          .layer("web")
          .definedBy("io.strata.readpath.web")
          .layer("trace")
          .definedBy("io.strata.readpath.trace")
          .layer("repeat")
          .definedBy("io.strata.readpath.repeat")
          .layer("compress")
          .definedBy("io.strata.readpath.compress")
          .layer("cache")
          .definedBy("io.strata.readpath.cache")
          .layer("blockcache")
          .definedBy(BLOCK_CACHE)
          .layer("plugin")
          .definedBy("io.strata.readpath")
          .whereLayer("plugin")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("blockcache")
          .mayOnlyBeAccessedByLayers("plugin")
          .whereLayer("cache")
          .mayOnlyBeAccessedByLayers("blockcache", "plugin")
          .whereLayer("compress")
          .mayOnlyBeAccessedByLayers("config", "l2")
          .whereLayer("compress")
          .mayNotAccessAnyLayer()
          .whereLayer("count")
          .mayNotAccessAnyLayer()
          .whereLayer("repeat")
          .mayOnlyBeAccessedByLayers("l1", "l2")
          .whereLayer("repeat")
          .mayNotAccessAnyLayer()
          .whereLayer("usage")
          .mayOnlyBeAccessedByLayers("metrics", "web", "cache", "plugin")
          .whereLayer("metrics")
          .mayOnlyBeAccessedByLayers("web", "cache", "plugin")
          .whereLayer("web")
          .mayOnlyBeAccessedByLayers("cache", "plugin")
          .whereLayer("l1")
          .mayOnlyBeAccessedByLayers("metrics", "web", "cache", "blockcache")
          .whereLayer("l2")
          .mayOnlyBeAccessedByLayers("usage", "metrics", "web", "cache", "blockcache", "plugin")
          .whereLayer("l3")
          .mayOnlyBeAccessedByLayers("l2", "metrics", "web", "cache", "plugin")
          .whereLayer("trace")
          .mayOnlyBeAccessedByLayers("cache")
          .whereLayer("config")
          .mayOnlyBeAccessedByLayers("usage", "l3", "trace", "web", "cache", "plugin");

  @ArchTest
  static final ArchRule THE_TIERS_KNOW_NOTHING_OF_HBASE =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.strata.l1..", "io.strata.l2..", "io.strata.flash..", "io.strata.trace..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache..", "io.strata.readpath..");

  @ArchTest
  static final ArchRule ONE_PACKAGE_KNOWS_BLOCK_CACHE =
      noClasses()
          .that()
          .resideOutsideOfPackage(BLOCK_CACHE)
          .should()
          .dependOnClassesThat(OF_BLOCK_CACHE);

  /** HBase's next interface is implemented on what is left without that package. */
  @Test
  void nextInterfaceNeedsNoBlockCache() {
    noClasses()
        .should()
        .dependOnClassesThat(OF_BLOCK_CACHE.or(resideInAPackage(BLOCK_CACHE)))
        .check(new ClassFileImporter().importPackages("io.strata.readpath.engine"));
  }
}
