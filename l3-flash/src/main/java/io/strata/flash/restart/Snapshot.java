package io.strata.flash.restart;

import io.strata.flash.index.FlashIndex;
import io.strata.flash.layout.FlashAddress;
import io.strata.flash.region.Region;
import io.strata.flash.ring.Device;
import io.strata.flash.ring.Regions;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntConsumer;

/**
 * Writes snapshots of the index of a device, while the store serves. Used by one thread.
 *
 * <p>A snapshot has a record for each region on the device. If the region is readable, the record
 * lists its blocks. If the region is retired, the record is empty, so that a restart does not read
 * a region that is about to be overwritten. The listed entries are used only if the region was
 * still readable afterwards: then none of them belonged to another region in the same space. The
 * owners of the listed files come last.
 */
final class Snapshot {
  private final Device device;
  private final UUID store;
  private final int regionBytes;
  private final FlashIndex index;
  private final Regions regions;
  private final FileOwners owners;

  Snapshot(
      Device device,
      UUID store,
      int regionBytes,
      FlashIndex index,
      Regions regions,
      FileOwners owners) {
    this.device = device;
    this.store = store;
    this.regionBytes = regionBytes;
    this.index = index;
    this.regions = regions;
    this.owners = owners;
  }

  /**
   * Writes a snapshot, which replaces the previous one.
   *
   * @param onWritten receives the bytes written to the disk, as they are written
   */
  void write(IntConsumer onWritten) throws IOException {
    Map<String, Set<String>> filesOfOwners = new HashMap<>();
    try (SnapshotFile file = SnapshotFile.create(device.file().path(), onWritten)) {
      file.write(new SnapshotHead(store, regionBytes).encode());
      for (int number = 0; number < device.regionCount(); number++) {
        Region newest = regions.get(device.firstRegion() + number);
        Region region = newest == null ? null : newest.onDevice();
        if (region != null) {
          SnapshotRegion entries = entriesOf(region);
          file.write(entries.encode());
          entries.names().forEach(name -> addTo(filesOfOwners, name));
        }
      }
      for (Map.Entry<String, Set<String>> each : filesOfOwners.entrySet()) {
        write(each.getKey(), List.copyOf(each.getValue()), file);
      }
      file.commit();
    }
  }

  private void addTo(Map<String, Set<String>> filesOfOwners, String name) {
    String owner = owners.of(name);
    if (owner != null && SnapshotOwner.isKept(owner)) {
      filesOfOwners.computeIfAbsent(owner, any -> new HashSet<>()).add(name);
    }
  }

  private static void write(String owner, List<String> files, SnapshotFile file)
      throws IOException {
    for (int from = 0; from < files.size(); from += SnapshotOwner.MAX_FILES) {
      int to = Math.min(files.size(), from + SnapshotOwner.MAX_FILES);
      file.write(new SnapshotOwner(owner, files.subList(from, to)).encode());
    }
  }

  private SnapshotRegion entriesOf(Region region) {
    int number = device.firstRegion() + region.number();
    SnapshotRegion entries = emptyOf(region);
    if (region.isRetired()) {
      return entries;
    }
    index.visitRegion(
        number,
        (file, offset, address, bytesInFile, read) -> {
          if (!file.isGone()) {
            entries.add(
                file.name(),
                offset,
                FlashAddress.position(address),
                FlashAddress.bytes(address),
                bytesInFile);
          }
        });
    return region.isRetired() ? emptyOf(region) : entries;
  }

  private static SnapshotRegion emptyOf(Region region) {
    return new SnapshotRegion(region.number(), region.writer(), region.sequence());
  }
}
