package io.strata.flash.restart;

import io.strata.flash.index.FileNumbers;
import io.strata.flash.index.FlashIndex;
import io.strata.flash.layout.Place;
import io.strata.flash.region.Region;
import io.strata.flash.ring.Device;
import io.strata.flash.ring.Regions;
import java.io.IOException;
import java.util.UUID;

/**
 * Writes down which blocks lie on a device, while it serves. One thread.
 *
 * <p>Of each place it says which region lies there on the device. When that is one that readers
 * get, it says its blocks as well; when it was retired, that there are none, so that a restart need
 * not read what is about to be overwritten. Entries that were listed count only if the region was
 * readable after they were: then none of them was of another region in the same place.
 */
final class Snapshot {
  private final Device device;
  private final UUID store;
  private final int regionBytes;
  private final FlashIndex index;
  private final Regions regions;
  private final Names names;

  Snapshot(
      Device device,
      UUID store,
      int regionBytes,
      FlashIndex index,
      Regions regions,
      FileNumbers files) {
    this.device = device;
    this.store = store;
    this.regionBytes = regionBytes;
    this.index = index;
    this.regions = regions;
    this.names = new Names(files);
  }

  /** Writes it, in the place of the one before. */
  void write() throws IOException {
    try (SnapshotFile file = SnapshotFile.create(device.file().path())) {
      file.write(new SnapshotHead(store, regionBytes).encode());
      for (int place = 0; place < device.regionCount(); place++) {
        Region newest = regions.get(device.firstRegion() + place);
        Region region = newest == null ? null : newest.onDevice();
        if (region != null) {
          file.write(entriesOf(region).encode());
        }
      }
      file.commit();
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
        (file, offset, place, bytesInFile, read) -> {
          String name = names.get(file);
          if (name != null) {
            entries.add(name, offset, Place.position(place), Place.bytes(place), bytesInFile);
          }
        });
    return region.isRetired() ? emptyOf(region) : entries;
  }

  private static SnapshotRegion emptyOf(Region region) {
    return new SnapshotRegion(region.number(), region.writer(), region.sequence());
  }
}
