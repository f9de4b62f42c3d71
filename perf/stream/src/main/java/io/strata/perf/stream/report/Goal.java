package io.strata.perf.stream.report;

import io.strata.perf.stream.engine.EngineKind;
import io.strata.perf.stream.measure.Names;
import io.strata.perf.stream.measure.Scale;
import java.util.ArrayList;
import java.util.List;

/**
 * How many times as fast as another engine Strata is to be.
 *
 * @param title of the row
 * @param name of the figure
 * @param other engine
 * @param atLeast the ratio
 */
record Goal(String title, String name, EngineKind other, double atLeast) {
  /** All of them. */
  static List<Goal> all() {
    EngineKind base = EngineKind.PRAVEGA;
    List<Goal> goals =
        new ArrayList<>(
            List.of(
                new Goal("insert", Names.INSERT, base, 1.2),
                new Goal("get", Names.GET, base, 1.5),
                new Goal("delete", Names.DELETE, base, 1.5),
                new Goal("delete, to the HashMap's", Names.DELETE, EngineKind.HASH_MAP, 1),
                new Goal("random, 10 KB", Names.RANDOM, base, 1.2),
                new Goal("random, 100 KB", Names.RANDOM_LARGE, base, 1.2)));
    for (int bytes : Scale.APPENDS) {
      for (int producers : Scale.PRODUCERS) {
        String title = "append " + StreamReport.appends(bytes, producers);
        goals.add(new Goal(title, Names.append(bytes, producers), base, producers == 1 ? 1.5 : 2));
      }
    }
    return List.copyOf(goals);
  }

  /** Whether a ratio reaches it. */
  boolean isReachedBy(double ratio) {
    return ratio >= atLeast;
  }
}
