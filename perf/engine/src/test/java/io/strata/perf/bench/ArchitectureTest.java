package io.strata.perf.bench;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Packages depend on each other in one direction only: measure, report, run. */
@AnalyzeClasses(packages = "io.strata.perf.bench", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule ARROWS_POINT_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("run")
          .definedBy("io.strata.perf.bench.run", "io.strata.perf.bench.hits")
          .layer("report")
          .definedBy("io.strata.perf.bench.report")
          .layer("measure")
          .definedBy("io.strata.perf.bench")
          .whereLayer("run")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("run")
          .whereLayer("measure")
          .mayNotAccessAnyLayer();
}
