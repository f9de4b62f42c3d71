package io.strata.perf.bench.hits;

import io.strata.perf.bench.HitLoop;
import io.strata.perf.common.JvmFork;
import io.strata.perf.common.Spread;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/**
 * The process in which all versions execute hits, in turn. Each has its own classes, HBase's
 * included, and so its own compiled code. Stateless.
 */
final class HitsFork {
  /** Hits of a version at a time: a few times as long as the machine is usually disturbed. */
  private static final long HITS = 100_000;

  private static final int WARM_UPS = 150;

  private HitsFork() {}

  /**
   * Measures, and prints for each version the median time of a hit, and the median of its ratios to
   * the first version's in the same round.
   *
   * @param args number of rounds, and a class path for each version
   */
  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    List<String> classPaths = Arrays.asList(args).subList(1, args.length);
    List<LongUnaryOperator> loops = new ArrayList<>();
    for (String each : classPaths) {
      loops.add(loop(each));
    }
    List<Integer> order = new ArrayList<>(IntStream.range(0, loops.size()).boxed().toList());
    Random random = new Random();
    double[][] nanos = new double[loops.size()][rounds];
    for (int round = -Math.min(WARM_UPS, rounds); round < rounds; round++) {
      Collections.shuffle(order, random);
      for (int version : order) {
        double time = nanosOfHit(loops.get(version));
        if (round >= 0) {
          nanos[version][round] = time;
        }
      }
    }
    for (int version = 0; version < nanos.length; version++) {
      double[] its = nanos[version];
      double[] first = nanos[0];
      JvmFork.print("nanos." + version, Spread.of(Arrays.stream(its)).median());
      JvmFork.print(
          "ratio." + version,
          Spread.of(IntStream.range(0, rounds).mapToDouble(i -> its[i] / first[i])).median());
    }
    // Older versions have no way to close the cache from here.
    System.exit(0);
  }

  private static LongUnaryOperator loop(String classPath)
      throws ReflectiveOperationException, MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String each : classPath.split(File.pathSeparator, -1)) {
      urls.add(new File(each).toURI().toURL());
    }
    // Older versions have no HitLoop: they get the one of this version, which comes last.
    urls.add(HitLoop.class.getProtectionDomain().getCodeSource().getLocation());
    ClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
    return (LongUnaryOperator)
        loader.loadClass(HitLoop.class.getName()).getDeclaredConstructor().newInstance();
  }

  private static double nanosOfHit(LongUnaryOperator loop) {
    long start = System.nanoTime();
    long hits = loop.applyAsLong(HITS);
    return (double) (System.nanoTime() - start) / hits;
  }
}
