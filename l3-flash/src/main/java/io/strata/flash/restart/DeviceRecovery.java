package io.strata.flash.restart;

import io.strata.flash.crypt.Encryption;
import io.strata.flash.device.DeviceFile;
import io.strata.flash.index.FileNumbers;
import io.strata.flash.index.FlashFile;
import io.strata.flash.index.FlashIndex;
import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.FlashAddress;
import io.strata.flash.layout.RegionHeader;
import io.strata.flash.memory.DirectMemory;
import io.strata.flash.region.Region;
import io.strata.flash.ring.Device;
import io.strata.flash.ring.Regions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Restores the blocks of a device once, while the store already serves. Used by one thread; its
 * counters may be read by any.
 *
 * <h2>Transitions</h2>
 *
 * <ol>
 *   <li>Read the headers of all regions. Then the ring continues after the newest, and the device
 *       accepts blocks. Before that it accepts none, since it would not know which regions they
 *       overwrite.
 *   <li>Add the blocks of the snapshot to the index, for regions that are still those in the
 *       snapshot.
 *   <li>Read regions that are not in the snapshot, the newest first, and find their blocks by their
 *       headers.
 * </ol>
 *
 * <h2>Why these orderings suffice</h2>
 *
 * <p>Meanwhile the ring advances. A region is retired before its space is overwritten, here as
 * always: from then on no block of it is added, and it cannot be pinned. Of two versions of a block
 * the newer one is kept, and a block inserted since the start is newer than all restored ones.
 */
final class DeviceRecovery {
  private final Device device;
  private final UUID store;
  private final int regionBytes;
  private final FlashIndex index;
  private final FileNumbers files;
  private final FileOwners owners;
  private final Regions regions;
  private final Tombstones tombstones;
  private final Consumer<Throwable> onError;
  private final BooleanSupplier stopped;
  private final Headers headers;
  private final BitSet known = new BitSet();
  private final LongAdder restored = new LongAdder();

  DeviceRecovery(
      Device device,
      UUID store,
      int regionBytes,
      Encryption encryption,
      FlashIndex index,
      FileNumbers files,
      FileOwners owners,
      Regions regions,
      Tombstones tombstones,
      Consumer<Throwable> onError,
      BooleanSupplier stopped) {
    this.device = device;
    this.store = store;
    this.regionBytes = regionBytes;
    this.index = index;
    this.files = files;
    this.owners = owners;
    this.regions = regions;
    this.tombstones = tombstones;
    this.onError = onError;
    this.stopped = stopped;
    this.headers = new Headers(device, store, regionBytes, encryption);
  }

  /** Returns the number of blocks restored so far. */
  long restored() {
    return restored.sum();
  }

  /**
   * Reads the region headers.
   *
   * @return the sequence of the newest region found, or 0
   */
  long readHeaders() {
    headers.read(stopped);
    String foreign = headers.describeForeign();
    if (foreign != null) {
      onError.accept(new IOException(foreign));
    }
    return headers.newest();
  }

  /**
   * Starts the device after the newest region. The caller has raised the sequences above that
   * region's before.
   */
  void begin() {
    device.begin(headers.regions(), headers.next());
  }

  /** Restores the blocks of the device. */
  void restore() {
    try (SnapshotReader records = new SnapshotReader(SnapshotFile.of(device.file().path()))) {
      readSnapshot(records);
      if (records.damagedBytes() > 0) {
        onError.accept(
            new IOException(
                "%d bytes of the snapshot of %s are damaged; the affected regions are read instead."
                    .formatted(records.damagedBytes(), device.file().path())));
      }
    } catch (NoSuchFileException e) {
      // Normal at the first start; then no region is found either.
    } catch (IOException e) {
      onError.accept(e);
    }
    scanTheRest();
  }

  // ---- from the snapshot

  private void readSnapshot(SnapshotReader records) throws IOException {
    for (ByteBuffer record = records.next();
        record != null && !stopped.getAsBoolean();
        record = records.next()) {
      if (SnapshotRecord.kind(record) == SnapshotRecord.HEAD) {
        if (!SnapshotHead.decode(record).equals(new SnapshotHead(store, regionBytes))) {
          return;
        }
      } else if (SnapshotRecord.kind(record) == SnapshotRecord.REGION) {
        SnapshotRegion region = SnapshotRegion.decode(record);
        if (region != null) {
          restore(region);
        }
      } else if (SnapshotRecord.kind(record) == SnapshotRecord.OWNER) {
        SnapshotOwner owner = SnapshotOwner.decode(record);
        if (owner != null) {
          restore(owner);
        }
      }
    }
  }

  /** Restores the owners of files that have blocks, which were added before. */
  private void restore(SnapshotOwner snapshot) {
    for (String file : snapshot.files()) {
      if (!tombstones.has(file)) {
        owners.restore(file, snapshot.owner());
      }
    }
  }

  private void restore(SnapshotRegion snapshot) {
    Region region = headers.region(snapshot.region());
    if (region == null
        || region.sequence() != snapshot.sequence()
        || !region.writer().equals(snapshot.writer())) {
      return;
    }
    known.set(region.number());
    List<String> names = snapshot.names();
    List<Optional<FlashFile>> acquired = names.stream().map(this::fileOf).toList();
    snapshot.visit(
        (name, offset, position, bytes, bytesInFile) -> {
          if (isWithin(position, bytes)) {
            long address = addressOf(region, position, bytes);
            acquired
                .get(name)
                .ifPresent(file -> restore(region, file, offset, address, bytesInFile));
          }
        });
    acquired.forEach(each -> each.ifPresent(FlashFile::release));
  }

  private boolean isWithin(int position, int bytes) {
    return position >= RegionHeader.BYTES
        && bytes > BlockHeader.FIXED_BYTES
        && position <= regionBytes - bytes;
  }

  /**
   * Returns the file with a reference; empty if it was evicted meanwhile, or if there are too many
   * files.
   */
  private Optional<FlashFile> fileOf(String name) {
    FlashFile file = files.acquireRestored(name);
    if (file != null && tombstones.has(name)) {
      file.release();
      return Optional.empty();
    }
    return Optional.ofNullable(file);
  }

  private void restore(Region region, FlashFile file, long offset, long address, int bytesInFile) {
    FlashIndex.PutResult added =
        index.putIfNewer(
            file,
            offset,
            address,
            bytesInFile,
            () -> region.isRetired() || tombstones.has(file.name(), offset),
            there -> isOlder(there, region, FlashAddress.position(address)));
    if (added == FlashIndex.PutResult.ADDED) {
      restored.increment();
    }
  }

  private long addressOf(Region region, int position, int bytes) {
    return FlashAddress.of(device.firstRegion() + region.number(), position, bytes);
  }

  private boolean isOlder(long there, Region than, int position) {
    Region region = regions.get(FlashAddress.region(there));
    return region != null
        && region.isRestored()
        && (region.sequence() < than.sequence()
            || (region == than && FlashAddress.position(there) < position));
  }

  // ---- from the regions

  private void scanTheRest() {
    List<Region> rest =
        headers.regions().stream()
            .filter(region -> !known.get(region.number()))
            .sorted(Comparator.comparingLong(Region::sequence).reversed())
            .toList();
    if (rest.isEmpty()) {
      return;
    }
    try (DirectMemory memory = DeviceFile.allocate(regionBytes)) {
      for (Region each : rest) {
        if (stopped.getAsBoolean()) {
          return;
        }
        if (each.pin()) {
          try {
            scan(each, memory.bytes());
          } finally {
            each.unpin();
          }
        }
      }
    }
  }

  private void scan(Region region, ByteBuffer memory) {
    int number = device.firstRegion() + region.number();
    int used = headers.usedBytes(region.number());
    ByteBuffer bytes = memory.slice(0, DeviceFile.roundUp(used));
    try {
      device.file().read(bytes, device.position(number));
      device.readSucceeded();
    } catch (IOException e) {
      device.readFailed(number, e);
      readToDamage(bytes, number);
    }
    RegionScan.scan(
        memory.slice(0, used),
        region.sequence(),
        (block, position, all) -> {
          Optional<FlashFile> file = fileOf(BlockHeader.name(block));
          file.ifPresent(each -> restore(region, each, block, addressOf(region, position, all)));
          file.ifPresent(FlashFile::release);
        });
  }

  private void restore(Region region, FlashFile file, ByteBuffer block, long address) {
    restore(region, file, BlockHeader.offset(block), address, BlockHeader.bytesInFile(block));
  }

  /** Reads page by page, and zeroes the pages that cannot be read. */
  private void readToDamage(ByteBuffer into, int number) {
    for (int at = 0; at < into.limit(); at += DeviceFile.ALIGNMENT) {
      ByteBuffer page = into.slice(at, DeviceFile.ALIGNMENT);
      try {
        device.file().read(page, device.position(number) + at);
      } catch (IOException e) {
        page.clear();
        page.put(new byte[DeviceFile.ALIGNMENT]);
      }
    }
  }
}
