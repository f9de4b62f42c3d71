package io.strata.perf.report;

import io.strata.perf.common.Facts;
import io.strata.perf.common.Goal;
import io.strata.perf.common.Goals;
import io.strata.perf.common.Markdown;
import io.strata.perf.common.Spread;
import io.strata.perf.common.Table;
import io.strata.perf.common.Unit;
import io.strata.perf.data.StoreRequests;
import io.strata.perf.data.StoreTrial;
import io.strata.perf.data.StoreTrial.StoreCache;
import io.strata.perf.data.StoreTrial.StorePhase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/** The report of caches over an object store: a page in Markdown. Not thread-safe. */
public final class ObjectStoreReport {
  /** File name of the page. */
  public static final String PAGE = "OBJECT-STORE.md";

  private static final Goal REQUESTS = Goal.atMost(0.1);
  private static final double MILLION = 1e6;
  private static final double MEGABYTE = 1 << 20;

  private static final String METHOD =
      """
      HBase's files are in an S3 server on the same machine (S3Proxy), written and read by Hadoop's own client. The table is larger
      than the memory of the caches and smaller than their disks. Rows are read one by one, by Zipf's law; each answer is checked. All
      columns and all phases read the same rows: with an empty cache, again, and after a graceful restart of the RegionServer.

      * *Requests and bytes* are counted by the S3 server, for the RegionServer alone. HEAD and LIST come from opening files.
      * *Latency* is of a read as the client sees it, at full speed.
      * *The bill* is of Amazon S3's prices (S3 Standard, US East, N. Virginia): $%.4f for 1,000 GET or HEAD requests, $%.3f for 1,000
        LIST requests. Transfer is free within the Region and $%.2f a GB to another one. Disks and memory are not in it.
      * BucketCache with a file has the page cache as its memory, beside the same heap. Strata reads and writes its disks with direct
        I/O.
      """
          .formatted(
              StoreRequests.GET_DOLLARS * 1_000,
              StoreRequests.LIST_DOLLARS * 1_000,
              StoreRequests.TRANSFER_DOLLARS);

  private final Map<StoreCache, StoreTrial> measured;

  /**
   * Prepares a report.
   *
   * @param measured all caches
   */
  public ObjectStoreReport(Map<StoreCache, StoreTrial> measured) {
    this.measured = measured;
  }

  /**
   * Writes the page to a folder.
   *
   * @param facts for the beginning of the page
   */
  public void write(Path folder, Facts facts) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(PAGE), text(facts));
  }

  /** Returns the page. */
  String text(Facts facts) {
    Markdown page = new Markdown();
    page.section(1, "An object store below: requests, latency and the bill");
    facts.addTo(page);
    page.section("Targets").table(goals()).section("All caches").text(METHOD).table(table());
    return page.toString();
  }

  private Table goals() {
    Goals goals = new Goals();
    double strata = after(StoreCache.STRATA);
    goals.add(
        "reads from the object store after the restart, Strata to BucketCache off-heap",
        REQUESTS,
        Unit.TIMES,
        spread(strata / after(StoreCache.BUCKET_CACHE)));
    return goals.table();
  }

  private double after(StoreCache cache) {
    StoreTrial trial = measured.get(cache);
    return trial == null ? Double.NaN : trial.restarted().readsPerThousand();
  }

  private static Spread spread(double value) {
    return Spread.of(DoubleStream.of(value));
  }

  private Table table() {
    List<String> headings = new ArrayList<>(List.of(""));
    measured.keySet().forEach(cache -> headings.add(cache.title()));
    Table table = new Table(headings.toArray(String[]::new));
    addPhase(table, "Cold", StoreTrial::cold);
    addPhase(table, "Again", StoreTrial::again);
    table.group("Opening the regions after the restart");
    add(table, "GET", trial -> count(trial.opening().gets()));
    add(table, "HEAD and LIST", trial -> count(trial.opening().heads() + trial.opening().lists()));
    addPhase(table, "After the restart", StoreTrial::restarted);
    return table;
  }

  private void addPhase(Table table, String name, Function<StoreTrial, StorePhase> phase) {
    table.group(name);
    addRequests(table, "GET for 1,000 rows", phase, StoreRequests::gets);
    addRequests(table, "HEAD and LIST for 1,000 rows", phase, all -> all.heads() + all.lists());
    add(table, "MB for 1,000 rows", trial -> megabytes(phase.apply(trial)));
    add(table, "latency, median", trial -> Unit.NANOS.format(phase.apply(trial).p50()));
    add(table, "latency, p99", trial -> Unit.NANOS.format(phase.apply(trial).p99()));
    add(table, "latency, p99.9", trial -> Unit.NANOS.format(phase.apply(trial).p999()));
    add(table, "rows a second", trial -> rate(phase.apply(trial)));
    add(
        table,
        "bill for a million rows",
        trial -> dollars(phase.apply(trial), StoreRequests::dollars));
    add(
        table,
        "the same to another Region",
        trial -> dollars(phase.apply(trial), StoreRequests::dollarsWithTransfer));
  }

  private void addRequests(
      Table table,
      String name,
      Function<StoreTrial, StorePhase> phase,
      Function<StoreRequests, Long> kind) {
    add(
        table,
        name,
        trial -> {
          StorePhase its = phase.apply(trial);
          return String.format(Locale.ROOT, "%,.1f", kind.apply(its.requests()) * 1e3 / its.rows());
        });
  }

  private void add(Table table, String name, Function<StoreTrial, String> cell) {
    List<String> cells = new ArrayList<>(List.of(name));
    measured.values().forEach(trial -> cells.add(cell.apply(trial)));
    table.add(cells);
  }

  private static String count(long value) {
    return Unit.COUNT.format(value);
  }

  private static String megabytes(StorePhase phase) {
    double bytes = phase.requests().bytes() * 1e3 / phase.rows();
    return String.format(Locale.ROOT, "%,.1f", bytes / MEGABYTE);
  }

  private static String rate(StorePhase phase) {
    return String.format(Locale.ROOT, "%,.0f", phase.rows() / phase.seconds());
  }

  private static String dollars(StorePhase phase, Function<StoreRequests, Double> price) {
    double all = price.apply(phase.requests()) * MILLION / phase.rows();
    return String.format(Locale.ROOT, "$%,.4f", all);
  }
}
