package io.strata.it.features;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.WebPages;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the cached bytes of tables from the first server's page. */
final class CachedTables {
  private CachedTables() {}

  /** Returns the cached bytes of a table's family {@code f}; 0 if it has none. */
  static long bytesOf(HBaseCluster cluster, String table) throws IOException, InterruptedException {
    String text = new WebPages(cluster.regionServer()).get("/strata/metrics");
    Matcher matcher =
        Pattern.compile(
                "^strata_table_used_bytes\\{family=\"f\",table=\"%s\"} (\\S+)$".formatted(table),
                Pattern.MULTILINE)
            .matcher(text);
    return matcher.find() ? (long) Double.parseDouble(matcher.group(1)) : 0;
  }
}
