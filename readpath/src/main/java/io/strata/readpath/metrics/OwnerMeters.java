package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.usage.LargestTables;
import io.strata.readpath.usage.Owner;
import io.strata.readpath.usage.Usage;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Meters of the tables with the most off-heap memory, by family, and of all others in sum.
 * Thread-safe.
 */
final class OwnerMeters implements Meters.Source {
  /** The tag with the table's name. */
  static final String TABLE = "table";

  /** The tag with the family's name. */
  static final String FAMILY = "family";

  private final OffHeapBlockCache cache;
  private volatile Supplier<Map<String, Owner>> owners = Map::of;
  private volatile int tables;

  /**
   * Creates meters that have no owners yet.
   *
   * @param tables maximum number of tables with their own meters, 0 or more
   */
  OwnerMeters(OffHeapBlockCache cache, int tables) {
    this.cache = cache;
    this.tables = tables;
  }

  void setOwners(Supplier<Map<String, Owner>> next) {
    owners = next;
  }

  void setTables(int next) {
    tables = next;
  }

  @Override
  public void read(Snapshot now, Consumer<Sample> to) {
    LargestTables.of(Usage.of(cache, owners.get()), tables)
        .forEach(
            (owner, use) -> {
              Tags tags = Tags.of(TABLE, owner.table(), FAMILY, owner.family());
              to.accept(
                  Meters.sample(
                      "strata.table.used",
                      BaseUnits.BYTES,
                      "Bytes of the off-heap blocks, by table and family: the largest tables, and"
                          + " (other).",
                      tags,
                      (double) use.bytes()));
              to.accept(
                  Meters.sample(
                      "strata.table.cached",
                      Meters.BLOCKS,
                      "Off-heap blocks, by table and family: the largest tables, and (other).",
                      tags,
                      (double) use.blocks()));
            });
  }
}
