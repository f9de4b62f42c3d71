package io.strata.doctor.size;

import io.strata.doctor.text.Bytes;
import java.util.ArrayList;
import java.util.List;

/** Lists the properties of a configuration, each with the reason for its value. */
final class SettingList {
  private final SizingProfile profile;
  private final long megabytes;
  private final boolean holdsAllData;
  private final List<Setting> settings = new ArrayList<>();

  /**
   * Creates the list of a profile.
   *
   * @param megabytes size of the off-heap tier
   * @param holdsAllData whether the tier holds all data
   */
  SettingList(SizingProfile profile, long megabytes, boolean holdsAllData) {
    this.profile = profile;
    this.megabytes = megabytes;
    this.holdsAllData = holdsAllData;
  }

  List<Setting> settings() {
    add("hbase.regionserver.impl", "io.strata.readpath.StrataRegionServer", "Installs Strata.");
    offHeap();
    heap();
    threads();
    if (profile.request().hasFlash()) {
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
            ? "In MB. All of the data, and a tenth for internal fragmentation: more would stay"
                + " empty. The rest of the memory is left for the page cache."
            : "In MB. All memory that the heap, the rest of the process and other processes do not"
                + " need; see hbase-env.sh. With HBase's own direct buffers it must stay below"
                + " MaxDirectMemorySize.");
  }

  private void heap() {
    add(
        "hfile.block.cache.size",
        share(profile.onHeapPercent()),
        "Index and bloom blocks live on the heap: %d %% of %s = %s. %s"
            .formatted(
                profile.onHeapPercent(),
                Bytes.inMegabytes(profile.heap()),
                Bytes.inMegabytes(profile.onHeapBytes()),
                metaBlocks()));
    add(
        "hbase.regionserver.global.memstore.size",
        share(profile.memstorePercent()),
        "The memstores' share of the heap, for a %s load. With the share above, at most 80 %% of the heap."
            .formatted(profile.request().load()));
  }

  private String metaBlocks() {
    if (profile.metaBytes().isEmpty()) {
      return "The amount of data is unknown: this is the share of the sample configurations.";
    }
    long bytes = profile.metaBytes().getAsLong();
    String estimate =
        "Those of %s of data are estimated as %s: per block of 64 KB an entry of 56 bytes and a key of %d, per row of %d bytes 9.6 bits of a bloom filter. "
            .formatted(
                Bytes.inWords(profile.request().data().orElse(0)),
                Bytes.inMegabytes(bytes),
                MetaBlocks.KEY_BYTES,
                MetaBlocks.ROW_BYTES);
    if (bytes > profile.onHeapBytes()) {
      return estimate + "They do not fit the heap: those that are read least live off-heap.";
    }
    return estimate + "They fit.";
  }

  private void threads() {
    if (!profile.hasDefaultHandlers()) {
      add(
          "hbase.regionserver.handler.count",
          Integer.toString(profile.handlers()),
          "Threads that serve requests; HBase's pool of direct buffers has 4 MB per thread. "
              + (profile.request().cores().isPresent() && profile.handlers() > 10
                  ? "Two per core."
                  : "Below the default because of the small memory."));
    }
    if (!profile.hasDefaultWriters()) {
      add(
          "hbase.bucketcache.writer.threads",
          Integer.toString(profile.writers()),
          "Threads that copy large blocks into their slots, for %s cores."
              .formatted(profile.writers() == 1 ? "few" : "many"));
    }
  }

  private void flash() {
    SizingRequest request = profile.request();
    add(
        "strata.flash.path",
        String.join(",", request.flashPaths()),
        "A file on each disk, to which evicted blocks spill. HBase's user must be able to write it.");
    add(
        "strata.flash.size",
        Bytes.shortest(request.flashBytes()),
        "The size of each of these files, allocated at the first startup.");
    add(
        "strata.flash.write.rate",
        "32m",
        "Limit of the bytes per second written to all of them in sum, to bound wear: the rate of a"
            + " disk of 3 TB that is rated for one drive write per day. 0 is no limit.");
    if (profile.hasSmallRegions()) {
      add(
          "strata.flash.region.size",
          "4m",
          "The size of one write. Each file needs a few times as much memory, so it is below the"
              + " default here.");
    }
  }

  private static String share(int percent) {
    return "0.%02d".formatted(percent);
  }

  private void add(String name, String value, String reason) {
    settings.add(new Setting(name, value, reason));
  }
}
