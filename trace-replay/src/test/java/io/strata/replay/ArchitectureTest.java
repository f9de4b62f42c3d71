package io.strata.replay;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages see each other in one direction only: trace, policy, engine, the program. */
@AnalyzeClasses(packages = "io.strata.replay", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule ARROWS_POINT_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("trace")
          .definedBy("io.strata.replay.trace")
          .layer("policy")
          .definedBy("io.strata.replay.policy")
          .layer("engine")
          .definedBy("io.strata.replay.engine")
          .layer("program")
          .definedBy("io.strata.replay")
          .whereLayer("program")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("engine")
          .mayOnlyBeAccessedByLayers("program")
          .whereLayer("policy")
          .mayOnlyBeAccessedByLayers("engine", "program");
}
