package io.strata.perf.bench.run;

import static io.strata.perf.bench.CacheKind.BUCKET_CACHE;
import static io.strata.perf.bench.CacheKind.LRU;
import static io.strata.perf.bench.CacheKind.STRATA;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.bench.report.Line;
import io.strata.perf.bench.report.Target;
import io.strata.perf.bench.run.HitRow.Case;
import io.strata.perf.common.Pattern;
import io.strata.perf.common.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The rows measured by JMH. Stateless. */
final class HitRows {
  private static final List<CacheKind> ALL = List.of(CacheKind.values());
  private static final List<CacheKind> CACHES = List.of(STRATA, BUCKET_CACHE, LRU);

  private HitRows() {}

  /** Returns the row of hits on many blocks. */
  static Row many(int cores) {
    List<Case> cases = new ArrayList<>();
    List<Line> lines = new ArrayList<>();
    for (Pattern pattern : List.of(Pattern.UNIFORM, Pattern.ZIPF)) {
      for (int threads : threads(cores)) {
        HitFork fork = new HitFork("hit", pattern, threads);
        String title = "hit, " + nameOf(pattern) + ", " + count(threads);
        cases.add(new Case(fork, ALL));
        lines.add(
            rate(
                title,
                fork,
                Target.atLeastTimes(threads == 1 ? 2 : 4, BUCKET_CACHE),
                Target.atLeastTimes(1, LRU)));
        lines.add(allocation(title, fork, Target.atMost(300)));
      }
    }
    for (int threads : threads(cores)) {
      HitFork look = new HitFork("hitAndLook", Pattern.UNIFORM, threads);
      cases.add(new Case(look, CACHES));
      lines.add(rate("hit and read of the first cell's lengths, uniform, " + count(threads), look));
    }
    HitFork byPath = new HitFork("hitByPath", Pattern.UNIFORM, 1);
    cases.add(new Case(byPath, CACHES));
    lines.add(rate("hit, key from a path, uniform, 1 thread", byPath));
    lines.add(allocation("hit, key from a path, uniform, 1 thread", byPath));
    return new HitRow("hit", "hits on 12,000 blocks of 64 KB", cases, lines);
  }

  /** Returns the row of hits on one block. */
  static Row one(int cores) {
    List<Case> cases = new ArrayList<>();
    List<Line> lines = new ArrayList<>();
    for (int threads : threads(cores)) {
      HitFork fork = new HitFork("hit", Pattern.ONE, threads);
      cases.add(new Case(fork, ALL));
      Target[] goals =
          threads == 1 ? new Target[0] : new Target[] {Target.atLeastTimes(4, BUCKET_CACHE)};
      lines.add(rate("one hot block, " + count(threads), fork, goals));
    }
    return new HitRow("hot", "hits on one block", cases, lines);
  }

  private static int[] threads(int cores) {
    return IntStream.of(1, 2, Math.max(2, cores)).distinct().toArray();
  }

  private static String count(int threads) {
    return threads == 1 ? "1 thread" : threads + " threads";
  }

  private static String nameOf(Pattern pattern) {
    return pattern == Pattern.ZIPF ? "zipf 0.99" : "uniform";
  }

  private static Line rate(String title, HitFork fork, Target... goals) {
    return Line.of(title, fork.figure() + ".rate", Unit.PER_SECOND, goals);
  }

  private static Line allocation(String title, HitFork fork, Target... goals) {
    return Line.of("allocation: " + title, fork.figure() + ".allocated", Unit.BYTES, goals);
  }
}
