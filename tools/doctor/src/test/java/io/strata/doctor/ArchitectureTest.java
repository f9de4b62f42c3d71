package io.strata.doctor;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Tests that the packages are layers. */
@AnalyzeClasses(packages = "io.strata.doctor", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule ARROWS_POINT_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("text")
          .definedBy("io.strata.doctor.text")
          .layer("env")
          .definedBy("io.strata.doctor.env")
          .layer("check")
          .definedBy("io.strata.doctor.check")
          .layer("report")
          .definedBy("io.strata.doctor.report")
          .layer("size")
          .definedBy("io.strata.doctor.size")
          .layer("program")
          .definedBy("io.strata.doctor")
          .whereLayer("program")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("program")
          .whereLayer("size")
          .mayOnlyBeAccessedByLayers("program")
          .whereLayer("check")
          .mayOnlyBeAccessedByLayers("report", "program")
          .whereLayer("env")
          .mayOnlyBeAccessedByLayers("check", "program")
          .whereLayer("text")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule OF_HADOOP_ONLY_THE_CONFIGURATION_IS_USED =
      noClasses()
          .should()
          .dependOnClassesThat(
              com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage("org.apache..")
                  .and(
                      com.tngtech.archunit.base.DescribedPredicate.not(
                          com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf(
                              org.apache.hadoop.conf.Configuration.class,
                              org.apache.hadoop.fs.Path.class))));
}
