package io.strata.readpath;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Packages depend on each other in one direction only, and the tiers do not depend on HBase. */
@AnalyzeClasses(packages = "io.strata", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule ARROWS_POINT_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("config")
          .definedBy("io.strata.readpath.config")
          .layer("listing")
          .definedBy("io.strata.readpath.listing")
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
          .layer("plugin")
          .definedBy("io.strata.readpath")
          .whereLayer("plugin")
          .mayNotBeAccessedByAnyLayer()
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
          .mayOnlyBeAccessedByLayers("metrics", "web", "plugin")
          .whereLayer("metrics")
          .mayOnlyBeAccessedByLayers("web", "plugin")
          .whereLayer("web")
          .mayOnlyBeAccessedByLayers("plugin")
          .whereLayer("l1")
          .mayOnlyBeAccessedByLayers("metrics", "web", "plugin")
          .whereLayer("l2")
          .mayOnlyBeAccessedByLayers("usage", "metrics", "web", "plugin")
          .whereLayer("l3")
          .mayOnlyBeAccessedByLayers("l2", "metrics", "web", "plugin")
          .whereLayer("trace")
          .mayOnlyBeAccessedByLayers("plugin")
          .whereLayer("listing")
          .mayOnlyBeAccessedByLayers("l1", "l2", "plugin")
          .whereLayer("config")
          .mayOnlyBeAccessedByLayers("usage", "l3", "trace", "web", "plugin");

  @ArchTest
  static final ArchRule THE_TIERS_KNOW_NOTHING_OF_HBASE =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.strata.l1..", "io.strata.l2..", "io.strata.flash..", "io.strata.trace..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache..", "io.strata.readpath..");
}
