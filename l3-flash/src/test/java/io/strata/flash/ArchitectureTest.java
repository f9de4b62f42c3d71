package io.strata.flash;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * The dependencies between packages point in one direction: from the store to layout, memory and
 * device.
 */
@AnalyzeClasses(packages = "io.strata.flash", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule ARROWS_POINT_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("layout")
          .definedBy("io.strata.flash.layout")
          .layer("admit")
          .definedBy("io.strata.flash.admit")
          .layer("crypt")
          .definedBy("io.strata.flash.crypt")
          .layer("memory")
          .definedBy("io.strata.flash.memory")
          .layer("device")
          .definedBy("io.strata.flash.device")
          .layer("region")
          .definedBy("io.strata.flash.region")
          .layer("index")
          .definedBy("io.strata.flash.index")
          .layer("ring")
          .definedBy("io.strata.flash.ring")
          .layer("read")
          .definedBy("io.strata.flash.read")
          .layer("reinsert")
          .definedBy("io.strata.flash.reinsert")
          .layer("restart")
          .definedBy("io.strata.flash.restart")
          .layer("store")
          .definedBy("io.strata.flash")
          .whereLayer("store")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("reinsert")
          .mayOnlyBeAccessedByLayers("store")
          .whereLayer("read")
          .mayOnlyBeAccessedByLayers("reinsert", "store")
          .whereLayer("restart")
          .mayOnlyBeAccessedByLayers("store")
          .whereLayer("ring")
          .mayOnlyBeAccessedByLayers("read", "reinsert", "restart", "store")
          .whereLayer("index")
          .mayOnlyBeAccessedByLayers("read", "reinsert", "restart", "store")
          .whereLayer("region")
          .mayOnlyBeAccessedByLayers("ring", "read", "reinsert", "restart", "store")
          .whereLayer("admit")
          .mayNotAccessAnyLayer()
          .whereLayer("crypt")
          .mayNotAccessAnyLayer()
          .whereLayer("memory")
          .mayNotAccessAnyLayer()
          .whereLayer("device")
          .mayOnlyAccessLayers("memory")
          .whereLayer("layout")
          .mayNotAccessAnyLayer();
}
