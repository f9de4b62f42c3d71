package io.strata.l2;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.OnlyIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.strata.l2.testing.DirectMemoryWatch;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.testing.TestStore;
import io.strata.l2.write.BlockSource;

/** Every store in the tests is audited on close, and every block verifies its bytes. */
@AnalyzeClasses(packages = "io.strata.l2", importOptions = OnlyIncludeTests.class)
class TestsProveContentTest {
  @ArchTest
  static final ArchRule STORES_ARE_CREATED_BY_AUDITING_CLASSES =
      noClasses()
          .that()
          .doNotBelongToAnyOf(TestStore.class, DirectMemoryWatch.class)
          .should()
          .callConstructorWhere(
              describe(
                  "creates a BlockStore",
                  call -> call.getTargetOwner().isEquivalentTo(BlockStore.class)));

  @ArchTest
  static final ArchRule BLOCKS_VERIFY_THEIR_BYTES =
      classes().that().implement(BlockSource.class).should().be(ProvingBlock.class);
}
