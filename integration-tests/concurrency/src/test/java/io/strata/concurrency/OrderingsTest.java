package io.strata.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.concurrency.weaken.Weakening;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The table of orderings lists exactly the accesses of the engines. */
class OrderingsTest {
  @Test
  void tableListsEveryAccessAndNoOther() throws Exception {
    List<String> listed = Orderings.read().stream().map(Orderings.Row::access).toList();
    assertThat(listed).doesNotHaveDuplicates();
    assertThat(ProductionClasses.accesses().keySet())
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(listed);
  }

  @Test
  void everyWeakeningHasAnAccessAndATest() throws Exception {
    Map<String, String> accesses = ProductionClasses.accesses();
    for (Orderings.Row row : Orderings.read()) {
      assertThat(row.seen()).as(row.access()).isNotBlank();
      if (row.isWeakened()) {
        assertThat(Stress.test(row.test())).as(row.access()).isNotNull();
        Weakening.Access access = Weakening.parse(row.weakening()).access();
        String name = access.type() + "." + access.member();
        if (access.numbers().isEmpty()) {
          assertThat(accesses).containsKey(name);
        }
        access.numbers().forEach(number -> assertThat(accesses).containsKey(name + "#" + number));
      }
    }
  }
}
