package io.strata.perf.common;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** This module depends on no other module, and its charts depend on no other package. */
@AnalyzeClasses(packages = "io.strata.perf.common", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule DEPENDS_ON_NO_OTHER_MODULE =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.strata..")
                  .and(resideOutsideOfPackage("io.strata.perf.common..")));

  @ArchTest
  static final ArchRule CHARTS_DEPEND_ONLY_ON_THEMSELVES =
      noClasses()
          .that()
          .resideInAPackage("io.strata.perf.common.chart")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.strata.perf.common");
}
