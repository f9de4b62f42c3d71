package io.strata.doctor.size;

import io.strata.doctor.text.Bytes;
import java.util.ArrayList;
import java.util.List;

/** The properties, each with the reason for its value. */
final class SettingList {
  private final SizingProfile shape;
  private final long megabytes;
  private final boolean holdsAllData;
  private final List<Setting> settings = new ArrayList<>();

  /**
   * Of a shape.
   *
   * @param megabytes of the off-heap tier
   * @param holdsAllData whether it is as large as the data needs
   */
  SettingList(SizingProfile shape, long megabytes, boolean holdsAllData) {
    this.shape = shape;
    this.megabytes = megabytes;
    this.holdsAllData = holdsAllData;
  }

  List<Setting> settings() {
    add("hbase.regionserver.impl", "io.strata.readpath.StrataRegionServer", "Installs Strata.");
    offHeap();
    heap();
    threads();
    if (shape.wish().hasFlash()) {
      flash();
    }
    return settings;
  }

  private void offHeap() {
    add("hbase.bucketcache.ioengine", "offheap", "Data blocks live in direct memory.");
    add(
        "hbase.bucketcache.size",
        Long.toString(megabytes),
        holdsAllData
            ? "In MB. All of the data, and a tenth for the gaps between blocks: more would stay"
                + " empty. What memory is left helps the system to cache files."
            : "In MB. All that is left of the memory beside the heap, what else the process takes,"
                + " and what other processes need; the script has the sum. With HBase's own"
                + " direct buffers it must stay below MaxDirectMemorySize.");
  }

  private void heap() {
    add(
        "hfile.block.cache.size",
        share(shape.onHeapPercent()),
        "Index and bloom blocks live on the heap: %d %% of %s = %s. %s"
            .formatted(
                shape.onHeapPercent(),
                Bytes.inMegabytes(shape.heap()),
                Bytes.inMegabytes(shape.onHeapBytes()),
                metaBlocks()));
    add(
        "hbase.regionserver.global.memstore.size",
        share(shape.memstorePercent()),
        "The share of the memstores, for a load that is %s. With the share above it may be four fifths of the heap at most."
            .formatted(shape.wish().load()));
  }

  private String metaBlocks() {
    if (shape.metaBytes().isEmpty()) {
      return "How much data there will be was not said: this is the share of the samples.";
    }
    long bytes = shape.metaBytes().getAsLong();
    String reckoned =
        "Those of %s of data are reckoned as %s: of each block of 64 KB an entry of 56 bytes and a key of %d, of each row of %d bytes 9.6 bits of a bloom filter. "
            .formatted(
                Bytes.inWords(shape.wish().data().orElse(0)),
                Bytes.inMegabytes(bytes),
                MetaBlocks.KEY_BYTES,
                MetaBlocks.ROW_BYTES);
    if (bytes > shape.onHeapBytes()) {
      return reckoned
          + "That is more than the heap has room for: those which are read least live off the"
          + " heap.";
    }
    return reckoned + "They fit.";
  }

  private void threads() {
    if (!shape.hasUsualHandlers()) {
      add(
          "hbase.regionserver.handler.count",
          Integer.toString(shape.handlers()),
          "Threads that serve requests; HBase's pool of direct buffers has 4 MB for each. "
              + (shape.wish().cores().isPresent() && shape.handlers() > 10
                  ? "Two for each core."
                  : "Fewer than usual, for so little memory."));
    }
    if (!shape.hasUsualWriters()) {
      add(
          "hbase.bucketcache.writer.threads",
          Integer.toString(shape.writers()),
          "Threads that copy large blocks into their slots, for so %s cores."
              .formatted(shape.writers() == 1 ? "few" : "many"));
    }
  }

  private void flash() {
    SizingRequest wish = shape.wish();
    add(
        "strata.flash.path",
        String.join(",", wish.flashPaths()),
        "A file on each disk that keeps what memory lets go. HBase's user must be able to write"
            + " it.");
    add(
        "strata.flash.size",
        Bytes.shortest(wish.flashBytes()),
        "How much each of these files takes of its disk, from the first start on.");
    add(
        "strata.flash.write.rate",
        "32m",
        "Bytes a second that are written to all of them together, so that they do not wear out: as"
            + " much as a disk of 3 TB bears that is rated for one write of all of it a day. 0 is"
            + " no limit.");
    if (shape.hasSmallRegions()) {
      add(
          "strata.flash.region.size",
          "4m",
          "How much is written in one piece. Some times as much is in memory for each file, so it"
              + " is less than usual here.");
    }
  }

  private static String share(int percent) {
    return "0.%02d".formatted(percent);
  }

  private void add(String name, String value, String reason) {
    settings.add(new Setting(name, value, reason));
  }
}
