package io.strata.perf.common;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The kit sees nothing of what measures, and its charts see nothing of the rest of the kit. */
@AnalyzeClasses(packages = "io.strata.perf.common", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule KIT_SEES_NO_MEASUREMENT =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.strata..")
                  .and(resideOutsideOfPackage("io.strata.perf.common..")));

  @ArchTest
  static final ArchRule CHARTS_SEE_ONLY_THEMSELVES =
      noClasses()
          .that()
          .resideInAPackage("io.strata.perf.common.chart")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.strata.perf.common");
}
