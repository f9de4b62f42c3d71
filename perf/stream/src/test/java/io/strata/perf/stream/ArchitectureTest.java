package io.strata.perf.stream;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Packages depend on each other in one direction only: engine, measure, report, the program. */
@AnalyzeClasses(packages = "io.strata.perf.stream", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule ARROWS_POINT_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("program")
          .definedBy("io.strata.perf.stream")
          .layer("report")
          .definedBy("io.strata.perf.stream.report")
          .layer("measure")
          .definedBy("io.strata.perf.stream.measure")
          .layer("engine")
          .definedBy("io.strata.perf.stream.engine")
          .whereLayer("program")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("program")
          .whereLayer("measure")
          .mayOnlyBeAccessedByLayers("report", "program")
          .whereLayer("engine")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule ONLY_ENGINES_DEPEND_ON_OTHER_CACHES =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.strata.perf.stream.engine")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.pravega..", "org.rocksdb..", "org.caffinitas..", "io.netty..", "com.google..");
}
