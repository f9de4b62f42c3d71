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
 * The regions on a device, found by their headers. Used by one thread, which starts several to
 * read: a device answers many reads in little more time than one.
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

  /** Reads all headers, until stopped. */
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
    for (int index = next.getAndIncrement();
        index < device.regionCount() && !stopped.getAsBoolean();
        index = next.getAndIncrement()) {
      int number = device.firstRegion() + index;
      try {
        device.file().read(memory.clear(), device.position(number));
        device.readSucceeded();
        take(index, memory.flip());
      } catch (IOException e) {
        device.readFailed(number, e);
      }
    }
  }

  private synchronized void take(int index, ByteBuffer memory) {
    RegionHeader.Fields fields = RegionHeader.read(memory);
    if (fields == null) {
      return;
    }
    if (!fields.store().equals(store)) {
      foreign++;
    } else if (fields.region() != index || fields.regionBytes() != regionBytes) {
      misplaced++;
    } else if (fields.keyCheck() != encryption.checkOf(fields.writer())) {
      otherKey++;
    } else {
      found.put(index, regionOf(index, fields));
      usedBytes.put(index, Math.max(0, Math.min(fields.usedBytes(), regionBytes)));
    }
  }

  private Region regionOf(int index, RegionHeader.Fields fields) {
    Optional<BlockCipher> cipher =
        ciphers.computeIfAbsent(
            fields.writer(), writer -> Optional.ofNullable(encryption.cipherOf(writer)));
    return new Region(index, fields.writer(), cipher.orElse(null), fields.sequence());
  }

  /** Returns the regions of this store. */
  Collection<Region> regions() {
    return found.values();
  }

  /** Returns the region of this index, or null. */
  @Nullable Region region(int index) {
    return found.get(index);
  }

  /** Returns the bytes in use of a region that was found. */
  int usedBytes(int index) {
    return usedBytes.getOrDefault(index, 0);
  }

  /** Returns the sequence of the newest region, or 0. */
  long newest() {
    return found.values().stream().mapToLong(Region::sequence).max().orElse(0);
  }

  /** Returns the index after the newest region, where the oldest is. */
  int next() {
    long newest = newest();
    for (Region each : found.values()) {
      if (each.sequence() == newest) {
        return (each.number() + 1) % device.regionCount();
      }
    }
    return 0;
  }

  /** Returns a sentence about regions that are not this store's, or null if there are none. */
  @Nullable String describeForeign() {
    if (foreign + misplaced + otherKey == 0) {
      return null;
    }
    return "%s has %d regions of another store, %d of another size or position, and %d with another key; they are discarded."
        .formatted(device.file().path(), foreign, misplaced, otherKey);
  }
}
