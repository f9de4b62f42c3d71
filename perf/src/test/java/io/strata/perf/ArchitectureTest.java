package io.strata.perf;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Who measures and who reports know the raw data, and not each other; who records knows neither.
 */
@AnalyzeClasses(packages = "io.strata.perf", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule ARROWS_POINT_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("data")
          .definedBy("io.strata.perf.data")
          .layer("gc")
          .definedBy("io.strata.perf.gc")
          .layer("load")
          .definedBy("io.strata.perf.load")
          .layer("ycsb")
          .definedBy("io.strata.perf.ycsb")
          .layer("run")
          .definedBy("io.strata.perf.run")
          .layer("record")
          .definedBy("io.strata.perf.record")
          .layer("report")
          .definedBy("io.strata.perf.report")
          .layer("compare")
          .definedBy("io.strata.perf.compare")
          .whereLayer("compare")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("run")
          .mayOnlyBeAccessedByLayers("compare")
          .whereLayer("record")
          .mayOnlyBeAccessedByLayers("compare")
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("compare")
          .whereLayer("gc")
          .mayOnlyBeAccessedByLayers("run")
          .whereLayer("load")
          .mayOnlyBeAccessedByLayers("run", "record")
          .whereLayer("ycsb")
          .mayOnlyBeAccessedByLayers("run", "record");

  @ArchTest
  static final ArchRule ARROWS_OF_FLASH_POINT_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("command")
          .definedBy("io.strata.perf.flash")
          .layer("report")
          .definedBy("io.strata.perf.flash.report")
          .layer("measure")
          .definedBy("io.strata.perf.flash.measure")
          .layer("engine")
          .definedBy("io.strata.perf.flash.engine")
          .layer("load")
          .definedBy("io.strata.perf.flash.load")
          .whereLayer("command")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("command")
          .whereLayer("measure")
          .mayOnlyBeAccessedByLayers("report", "command")
          .whereLayer("engine")
          .mayOnlyBeAccessedByLayers("measure", "report")
          .whereLayer("load")
          .mayOnlyBeAccessedByLayers("measure", "report");
}
