package io.strata.replay.trace;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.tukaani.xz.XZInputStream;

/** The published traces in the jar of Caffeine's simulator, by their name in tables. */
public enum SampleTraces implements TraceSource {
  /** By the authors of LIRS (Jiang and Zhang, SIGMETRICS 2002): blocks of files. */
  MULTI1("multi1", "lirs/multi1.trace.gz", TraceFormat.LINES),
  MULTI2("multi2", "lirs/multi2.trace.gz", TraceFormat.LINES),
  MULTI3("multi3", "lirs/multi3.trace.gz", TraceFormat.LINES),
  TWO_POOLS("2_pools", "lirs/2_pools.trace.gz", TraceFormat.LINES),
  LOOP("loop", "lirs/loop.trace.gz", TraceFormat.LINES),
  POSTGRES("postgres", "lirs/ps.trace.gz", TraceFormat.LINES),
  GLIMPSE("glimpse", "lirs/gli.trace.gz", TraceFormat.LINES),
  SPRITE("sprite", "lirs/sprite.trace.gz", TraceFormat.LINES),
  CS("cs", "lirs/cs.trace.gz", TraceFormat.LINES),
  CPP("cpp", "lirs/cpp.trace.gz", TraceFormat.LINES),
  /** By the author of cache2k: entities of an online shop by day and at night, product pages. */
  ORM_BUSY("orm-busy", "cache2k/orm-busy.trace.xz", TraceFormat.INTS),
  ORM_NIGHT("orm-night", "cache2k/orm-night.trace.xz", TraceFormat.INTS),
  WEB07("web07", "cache2k/web07.trace.xz", TraceFormat.INTS),
  WEB12("web12", "cache2k/web12.trace.xz", TraceFormat.INTS),
  /** By CloudPhysics (Waldspurger and others, FAST 2015): a virtual disk for a week. */
  W106("w106", "cloud_physics/w106.trace.xz", TraceFormat.INTS),
  /** By Corda: transactions of a vault. */
  CORDA("corda", "corda/trace_vaultservice.gz", TraceFormat.LONGS),
  CORDA_LARGE("corda-large", "corda/trace_vaultservice_large.gz", TraceFormat.LONGS),
  /** By Gradle: outputs of a distributed build. */
  GRADLE("gradle", "gradle/build-cache.xz", TraceFormat.HEX_LINES),
  /** By Scarab Research: recommendations of products in web shops. */
  SCARAB("scarab", "scarab/scarab-recs.trace.xz", TraceFormat.LONGS);

  /** The traces with which the constants of the engine's policies were tuned. */
  private static final Set<SampleTraces> FOR_TUNING =
      Collections.unmodifiableSet(
          EnumSet.of(MULTI1, MULTI3, TWO_POOLS, POSTGRES, SPRITE, ORM_BUSY, WEB07, CORDA, GRADLE));

  private static final String FOLDER = "/com/github/benmanes/caffeine/cache/simulator/parser/";

  private final String title;
  private final String file;
  private final TraceFormat format;

  SampleTraces(String title, String file, TraceFormat format) {
    this.title = title;
    this.file = file;
    this.format = format;
  }

  @Override
  public String title() {
    return title;
  }

  /** Returns whether the simulator's library is on the class path; a release does not have it. */
  public static boolean areAvailable() {
    return SampleTraces.class.getResource(FOLDER + MULTI1.file) != null;
  }

  /** Returns the names of all traces. */
  public static List<String> titles() {
    return Arrays.stream(values()).map(SampleTraces::title).toList();
  }

  /** Returns the names of the traces not used for tuning. */
  public static Set<String> heldOut() {
    return Arrays.stream(values())
        .filter(each -> !FOR_TUNING.contains(each))
        .map(SampleTraces::title)
        .collect(Collectors.toSet());
  }

  /** Returns the trace of a name, if there is one. */
  public static Optional<SampleTraces> named(String title) {
    return Arrays.stream(values()).filter(each -> each.title.equals(title)).findFirst();
  }

  @Override
  public Trace read() throws IOException {
    try (InputStream packed = SampleTraces.class.getResourceAsStream(FOLDER + file)) {
      if (packed == null) {
        throw new FileNotFoundException(
            "The trace " + title + " is missing: the class path lacks Caffeine's simulator.");
      }
      return format.read(
          title, file.endsWith(".xz") ? Xz.unpack(packed) : new GZIPInputStream(packed));
    }
  }

  /**
   * A separate class, so that its library is loaded only when needed: a release does not have it.
   */
  private static final class Xz {
    static InputStream unpack(InputStream packed) throws IOException {
      return new XZInputStream(packed);
    }
  }
}
