package io.strata.replay;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * The dependencies between packages point in one direction: the program, then engine beside peer,
 * policy, trace.
 */
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
          .layer("peer")
          .definedBy("io.strata.replay.peer")
          .layer("report")
          .definedBy("io.strata.replay.report")
          .layer("curve")
          .definedBy("io.strata.replay.curve")
          .layer("program")
          .definedBy("io.strata.replay")
          .whereLayer("program")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("curve")
          .mayOnlyBeAccessedByLayers("program")
          .whereLayer("curve")
          .mayOnlyAccessLayers("trace")
          .whereLayer("engine")
          .mayOnlyBeAccessedByLayers("program")
          .whereLayer("peer")
          .mayOnlyBeAccessedByLayers("program")
          .whereLayer("policy")
          .mayOnlyBeAccessedByLayers("engine", "peer", "program")
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("program")
          .whereLayer("report")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule ONLY_PEER_SEES_THE_SIMULATOR =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.strata.replay.peer")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.github.benmanes..", "com.typesafe..", "com.google..");
}
