package io.strata.flash.restart;

import io.strata.flash.crypt.BlockCipher;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.device.DeviceFile;
import io.strata.flash.layout.RegionHeader;
import io.strata.flash.memory.DirectMemory;
import io.strata.flash.region.Region;
import io.strata.flash.ring.Device;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The regions that lie on a device, by their headers. One thread, which has them read by several: a
 * device answers many reads in hardly more time than one.
 */
final class Headers {
  private static final int READERS = 16;

  private final Device device;
  private final UUID store;
  private final int regionBytes;
  private final Encryption encryption;
  private final Map<UUID, Optional<BlockCipher>> ciphers = new HashMap<>();
  private final Map<Integer, Region> found = new HashMap<>();
  private final Map<Integer, Integer> usedBytes = new HashMap<>();
  private int foreign;
  private int misplaced;
  private int otherKey;

  Headers(Device device, UUID store, int regionBytes, Encryption encryption) {
    this.device = device;
    this.store = store;
    this.regionBytes = regionBytes;
    this.encryption = encryption;
  }

  /** Reads them all, until told to stop. */
  void read(BooleanSupplier stopped) {
    AtomicInteger next = new AtomicInteger();
    List<Thread> readers = new ArrayList<>();
    for (int i = 0; i < Math.min(READERS, device.regionCount()); i++) {
      Thread reader = new Thread(() -> read(next, stopped), Thread.currentThread().getName());
      reader.setDaemon(true);
      reader.start();
      readers.add(reader);
    }
    boolean interrupted = false;
    for (Thread each : readers) {
      while (each.isAlive()) {
        try {
          each.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void read(AtomicInteger next, BooleanSupplier stopped) {
    try (DirectMemory memory = DeviceFile.allocate(DeviceFile.ALIGNMENT)) {
      read(memory.bytes(), next, stopped);
    }
  }

  private void read(ByteBuffer memory, AtomicInteger next, BooleanSupplier stopped) {
    for (int place = next.getAndIncrement();
        place < device.regionCount() && !stopped.getAsBoolean();
        place = next.getAndIncrement()) {
      int number = device.firstRegion() + place;
      try {
        device.file().read(memory.clear(), device.position(number));
        device.readSucceeded();
        take(place, memory.flip());
      } catch (IOException e) {
        device.readFailed(number, e);
      }
    }
  }

  private synchronized void take(int place, ByteBuffer memory) {
    RegionHeader.Fields fields = RegionHeader.read(memory);
    if (fields == null) {
      return;
    }
    if (!fields.store().equals(store)) {
      foreign++;
    } else if (fields.region() != place || fields.regionBytes() != regionBytes) {
      misplaced++;
    } else if (fields.keyCheck() != encryption.checkOf(fields.writer())) {
      otherKey++;
    } else {
      found.put(place, regionOf(place, fields));
      usedBytes.put(place, Math.max(0, Math.min(fields.usedBytes(), regionBytes)));
    }
  }

  private Region regionOf(int place, RegionHeader.Fields fields) {
    Optional<BlockCipher> cipher =
        ciphers.computeIfAbsent(
            fields.writer(), writer -> Optional.ofNullable(encryption.cipherOf(writer)));
    return new Region(place, fields.writer(), cipher.orElse(null), fields.sequence());
  }

  /** Those that are the store's. */
  Collection<Region> regions() {
    return found.values();
  }

  /** The region in a place, or null. */
  @Nullable Region region(int place) {
    return found.get(place);
  }

  /** How many bytes of a region that was found are used. */
  int usedBytes(int place) {
    return usedBytes.getOrDefault(place, 0);
  }

  /** The sequence of the newest, or 0. */
  long newest() {
    return found.values().stream().mapToLong(Region::sequence).max().orElse(0);
  }

  /** The place after the newest: the oldest lies there. */
  int next() {
    long newest = newest();
    for (Region each : found.values()) {
      if (each.sequence() == newest) {
        return (each.number() + 1) % device.regionCount();
      }
    }
    return 0;
  }

  /** What was found that is not the store's, in a sentence; or null. */
  @Nullable String whatIsForeign() {
    if (foreign + misplaced + otherKey == 0) {
      return null;
    }
    return "%s holds %d regions of another store, %d of another size or place, and %d with another key: they are given up."
        .formatted(device.file().path(), foreign, misplaced, otherKey);
  }
}
