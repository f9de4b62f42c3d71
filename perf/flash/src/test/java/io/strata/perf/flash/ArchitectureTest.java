package io.strata.perf.flash;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * The dependencies between packages point in one direction: command, report, measure, then engine
 * and load.
 */
@AnalyzeClasses(packages = "io.strata.perf.flash", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule ARROWS_POINT_ONE_WAY =
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
