package io.strata.perf;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Measuring and reporting packages depend on the raw data and not on each other; recording depends
 * on neither.
 */
@AnalyzeClasses(packages = "io.strata.perf", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule LAYERS =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("data")
          .definedBy("io.strata.perf.data")
          .layer("pair")
          .definedBy("io.strata.perf.pair")
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
          .layer("demo")
          .definedBy("io.strata.perf.demo")
          .layer("work")
          .definedBy("io.strata.perf.work")
          .whereLayer("compare")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("demo")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("work")
          .mayNotAccessAnyLayer()
          .whereLayer("work")
          .mayOnlyBeAccessedByLayers("compare", "demo")
          .whereLayer("run")
          .mayOnlyBeAccessedByLayers("compare", "demo")
          .whereLayer("record")
          .mayOnlyBeAccessedByLayers("compare")
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("compare")
          .whereLayer("pair")
          .mayOnlyBeAccessedByLayers("run", "report", "compare")
          .whereLayer("pair")
          .mayNotAccessAnyLayer()
          .whereLayer("load")
          .mayOnlyBeAccessedByLayers("run", "record", "demo")
          .whereLayer("ycsb")
          .mayOnlyBeAccessedByLayers("record");
}
