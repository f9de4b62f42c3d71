package io.strata.replay.report;

import java.util.List;
import java.util.Locale;

/** Hit ratios as comma-separated values (RFC 4180). */
public final class Csv {
  private Csv() {}

  /** Returns a header and a line for each hit ratio; ratios are from 0 to 1. */
  public static String of(List<HitRatio> ratios) {
    StringBuilder lines =
        new StringBuilder("trace,percent,size,unit,policy,hit ratio,byte hit ratio\n");
    for (HitRatio each : ratios) {
      lines.append(
          String.format(
              Locale.ROOT,
              "%s,%d,%d,%s,%s,%.6f,%.6f\n",
              quoted(each.trace()),
              each.percent(),
              each.size(),
              each.unit().name().toLowerCase(Locale.ROOT),
              quoted(each.policy()),
              each.ratio(),
              each.byteRatio()));
    }
    return lines.toString();
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
