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
 * Meters of the tables that have most of the memory, by family, and of all others together.
 * Thread-safe.
 */
final class OwnerMeters implements Meters.Source {
  /** The tag of a table's name. */
  static final String TABLE = "table";

  /** The tag of a family's name. */
  static final String FAMILY = "family";

  private final OffHeapBlockCache cache;
  private volatile Supplier<Map<String, Owner>> owners = Map::of;
  private volatile int tables;

  /**
   * Shows no owner yet.
   *
   * @param tables how many tables have meters of their own, 0 or more
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
  public void read(Snapshot now, Consumer<Reading> to) {
    LargestTables.of(Usage.of(cache, owners.get()), tables)
        .forEach(
            (owner, use) -> {
              Tags tags = Tags.of(TABLE, owner.table(), FAMILY, owner.family());
              to.accept(
                  Meters.reading(
                      "strata.table.used",
                      BaseUnits.BYTES,
                      "Bytes of the blocks off the heap, by table and family; the largest"
                          + " tables, and (other).",
                      tags,
                      (double) use.bytes()));
              to.accept(
                  Meters.reading(
                      "strata.table.cached",
                      Meters.BLOCKS,
                      "Blocks off the heap, by table and family; the largest tables, and"
                          + " (other).",
                      tags,
                      (double) use.blocks()));
            });
  }
}
