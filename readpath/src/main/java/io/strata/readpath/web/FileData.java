package io.strata.readpath.web;

import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.usage.Owner;
import io.strata.readpath.usage.ServerFiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The files and tables with the most memory, and the files with the most reads. */
final class FileData {
  private static final int MAX_ROWS = 20;
  private static final String NO_TABLE = "";

  private final OffHeapBlockCache cache;
  private final Map<String, Owner> owners;
  private final Map<String, Long> reads;

  private record Row(String name, String table, long bytes, long blocks, long reads) {
    Map<String, Object> object() {
      return Json.object(
          "name", name, "table", table, "bytes", bytes, "blocks", blocks, "reads", reads);
    }

    Row plus(Row other) {
      return new Row(name, table, bytes + other.bytes, blocks + other.blocks, reads + other.reads);
    }
  }

  FileData(WebSource source) {
    this.cache = source.offHeap();
    this.owners = ServerFiles.withReferredTo(source.owners().get());
    this.reads = source.metrics().heat().reads();
  }

  Map<String, Object> object() {
    List<Row> files = new ArrayList<>();
    Map<String, Row> byTable = new HashMap<>();
    for (String file : cache.inspection().files()) {
      Owner owner = owners.get(file);
      String table = owner == null ? NO_TABLE : owner.table() + "/" + owner.family();
      Row row =
          new Row(
              file,
              table,
              cache.inspection().bytesOf(file),
              cache.inspection().blocksOf(file),
              reads.getOrDefault(file, 0L));
      files.add(row);
      if (!table.equals(NO_TABLE)) {
        byTable.merge(table, new Row(table, table, row.bytes, row.blocks, row.reads), Row::plus);
      }
    }
    List<Row> allTables = new ArrayList<>(byTable.values());
    return Json.object(
        "count", files.size(),
        "largest", top(files, Comparator.comparingLong(Row::bytes)),
        "hottest", top(files, Comparator.comparingLong(Row::reads)),
        "tables", top(allTables, Comparator.comparingLong(Row::bytes)));
  }

  private static List<Object> top(List<Row> rows, Comparator<Row> order) {
    return rows.stream()
        .sorted(order.reversed().thenComparing(Row::name))
        .limit(MAX_ROWS)
        .<Object>map(Row::object)
        .toList();
  }
}
