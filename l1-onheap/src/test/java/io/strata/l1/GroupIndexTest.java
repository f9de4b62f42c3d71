package io.strata.l1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Compares random operations with those on a map of sets. */
class GroupIndexTest {

  @Test
  void agreesWithAMapOfSets() {
    var random = new Random(7);
    var index = new GroupIndex<Key, String>();
    Map<Object, Set<TierEntry<Key, String>>> model = new HashMap<>();
    List<TierEntry<Key, String>> present = new ArrayList<>();

    for (int step = 0; step < 20_000; step++) {
      if (present.isEmpty() || random.nextInt(100) < 50 - present.size() / 4) {
        var key = new Key("file" + random.nextInt(5), step);
        var entry = new TierEntry<>(key, "v", key.file(), 1, false, 0);
        index.add(entry);
        present.add(entry);
        model.computeIfAbsent(key.file(), name -> new HashSet<>()).add(entry);
      } else {
        var entry = present.remove(random.nextInt(present.size()));
        index.remove(entry);
        var set = model.get(entry.group());
        set.remove(entry);
        if (set.isEmpty()) {
          model.remove(entry.group());
        }
      }
      assertThat(index.groups()).isEqualTo(model.keySet());
      var group = "file" + random.nextInt(5);
      assertThat(index.snapshot(group))
          .containsExactlyInAnyOrderElementsOf(model.getOrDefault(group, Set.of()));
    }
  }
}
