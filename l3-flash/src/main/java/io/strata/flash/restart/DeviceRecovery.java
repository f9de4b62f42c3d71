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
 * Finds again what lies on a device, once, while the store serves already. One thread; what it
 * counts may be read by any.
 *
 * <ol>
 *   <li>The headers of all regions are read. Then the ring goes on after the newest, and the device
 *       takes blocks: before that it takes none, since it would not know whose place they take.
 *   <li>Blocks are entered from the snapshot, those of regions that are still the ones that it
 *       speaks of.
 *   <li>Regions that the snapshot does not know are read, the newest first, and their blocks found
 *       by their headers.
 * </ol>
 *
 * <p>Meanwhile the ring goes on. A region whose place it takes is retired first, here as always: no
 * block of it is entered after that, and it cannot be pinned to be read. Of two blocks of one key
 * the newer stays, and one that was offered since the start is newer than all that is restored.
 */
final class DeviceRecovery {
  private final Device device;
  private final UUID store;
  private final int regionBytes;
  private final FlashIndex index;
  private final FileNumbers files;
  private final FileOwners owners;
  private final Regions regions;
  private final Tombstones forgotten;
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
      Tombstones forgotten,
      Consumer<Throwable> onError,
      BooleanSupplier stopped) {
    this.device = device;
    this.store = store;
    this.regionBytes = regionBytes;
    this.index = index;
    this.files = files;
    this.owners = owners;
    this.regions = regions;
    this.forgotten = forgotten;
    this.onError = onError;
    this.stopped = stopped;
    this.headers = new Headers(device, store, regionBytes, encryption);
  }

  /** Blocks that were entered so far. */
  long restored() {
    return restored.sum();
  }

  /**
   * Reads the headers.
   *
   * @return the sequence of the newest region that was found, or 0
   */
  long readHeaders() {
    headers.read(stopped);
    String foreign = headers.whatIsForeign();
    if (foreign != null) {
      onError.accept(new IOException(foreign));
    }
    return headers.newest();
  }

  /** Has the device begin after the newest region, whose sequence no region repeats by then. */
  void begin() {
    device.begin(headers.regions(), headers.next());
  }

  /** Enters what the device holds. */
  void restore() {
    try (SnapshotReader parts = new SnapshotReader(SnapshotFile.of(device.file().path()))) {
      readSnapshot(parts);
      if (parts.damagedBytes() > 0) {
        onError.accept(
            new IOException(
                "%d bytes of the snapshot beside %s are damaged: the regions that they tell of are read instead."
                    .formatted(parts.damagedBytes(), device.file().path())));
      }
    } catch (NoSuchFileException e) {
      // As after the first start, and then there is nothing to read either.
    } catch (IOException e) {
      onError.accept(e);
    }
    scanTheRest();
  }

  // ---- from the snapshot

  private void readSnapshot(SnapshotReader parts) throws IOException {
    for (ByteBuffer part = parts.next();
        part != null && !stopped.getAsBoolean();
        part = parts.next()) {
      if (SnapshotRecord.kind(part) == SnapshotRecord.HEAD) {
        if (!SnapshotHead.decode(part).equals(new SnapshotHead(store, regionBytes))) {
          return;
        }
      } else if (SnapshotRecord.kind(part) == SnapshotRecord.REGION) {
        SnapshotRegion region = SnapshotRegion.decode(part);
        if (region != null) {
          enter(region);
        }
      } else if (SnapshotRecord.kind(part) == SnapshotRecord.OWNER) {
        SnapshotOwner owner = SnapshotOwner.decode(part);
        if (owner != null) {
          enter(owner);
        }
      }
    }
  }

  /** Of files that have blocks, which were entered before. */
  private void enter(SnapshotOwner snapshot) {
    for (String file : snapshot.files()) {
      if (!forgotten.has(file)) {
        owners.restore(file, snapshot.owner());
      }
    }
  }

  private void enter(SnapshotRegion snapshot) {
    Region region = headers.region(snapshot.region());
    if (region == null
        || region.sequence() != snapshot.sequence()
        || !region.writer().equals(snapshot.writer())) {
      return;
    }
    known.set(region.number());
    List<String> names = snapshot.names();
    List<Optional<FlashFile>> entered = names.stream().map(this::fileOf).toList();
    snapshot.visit(
        (name, offset, position, bytes, bytesInFile) -> {
          if (isWithin(position, bytes)) {
            long place = placeOf(region, position, bytes);
            entered.get(name).ifPresent(file -> enter(region, file, offset, place, bytesInFile));
          }
        });
    entered.forEach(each -> each.ifPresent(FlashFile::leave));
  }

  private boolean isWithin(int position, int bytes) {
    return position >= RegionHeader.BYTES
        && bytes > BlockHeader.FIXED_BYTES
        && position <= regionBytes - bytes;
  }

  /** With a use; of a file that was forgotten meanwhile, or has no room, none. */
  private Optional<FlashFile> fileOf(String name) {
    FlashFile file = files.restore(name);
    if (file != null && forgotten.has(name)) {
      file.leave();
      return Optional.empty();
    }
    return Optional.ofNullable(file);
  }

  private void enter(Region region, FlashFile file, long offset, long place, int bytesInFile) {
    FlashIndex.Added added =
        index.putIfNewer(
            file,
            offset,
            place,
            bytesInFile,
            () -> region.isRetired() || forgotten.has(file.name(), offset),
            there -> isOlder(there, region, FlashAddress.position(place)));
    if (added == FlashIndex.Added.YES) {
      restored.increment();
    }
  }

  private long placeOf(Region region, int position, int bytes) {
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
          file.ifPresent(each -> enter(region, each, block, placeOf(region, position, all)));
          file.ifPresent(FlashFile::leave);
        });
  }

  private void enter(Region region, FlashFile file, ByteBuffer block, long place) {
    enter(region, file, BlockHeader.offset(block), place, BlockHeader.bytesInFile(block));
  }

  /** Page by page: where one cannot be read, there is no block. */
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
