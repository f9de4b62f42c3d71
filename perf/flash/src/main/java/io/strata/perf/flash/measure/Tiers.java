package io.strata.perf.flash.measure;

import io.strata.flash.read.FlashBlock;
import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.write.BlockSource;
import io.strata.perf.flash.engine.Blocks;
import io.strata.perf.flash.engine.Setup;
import io.strata.perf.flash.engine.StrataEngine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Memory, with or without flash below it: a block that misses in memory is read from flash and
 * inserted into memory. Thread-safe except for opening and closing.
 */
final class Tiers implements AutoCloseable {
  private final Blocks blocks;
  private final BlockStore<Copy> memory;
  private final @Nullable StrataEngine flash;
  private final AtomicLong misses = new AtomicLong();
  private final AtomicLong absent = new AtomicLong();

  private Tiers(Blocks blocks, long memoryBytes, @Nullable StrataEngine flash) {
    this.blocks = blocks;
    this.flash = flash;
    this.memory = new BlockStore<>(StoreOptions.ofBytes(memoryBytes));
    memory.awaitMemory();
  }

  /** The source of an insert into memory, which releases its flash block after the copy. */
  private record Copy(ByteBuffer bytes, @Nullable FlashBlock from) implements BlockSource {
    @Override
    public int length() {
      return bytes.capacity();
    }

    @Override
    public long attributes() {
      return 0;
    }

    @Override
    public long stamp() {
      return 0;
    }

    @Override
    public boolean inMemory() {
      return false;
    }

    @Override
    public void writeTo(ByteBuffer buffer, int offset) {
      buffer.put(buffer.position(), bytes, offset, buffer.remaining());
    }

    @Override
    public void release() {
      if (from != null) {
        from.release();
      }
    }
  }

  /** Returns memory that has all blocks. */
  static Tiers memoryOnly(Blocks blocks, long bytes) throws IOException {
    Tiers tiers = new Tiers(blocks, bytes, null);
    for (int i = 0; i < blocks.count(); i++) {
      tiers.insert(i, new Copy(blocks.bytes(i), null));
    }
    return tiers;
  }

  /** Returns memory for some blocks, over flash with all blocks. */
  static Tiers overFlash(Setup setup, long bytes) throws IOException, InterruptedException {
    StrataEngine flash = new StrataEngine(setup);
    for (int i = 0; i < setup.blocks().count(); i++) {
      flash.insert(i);
    }
    flash.force();
    return new Tiers(setup.blocks(), bytes, flash);
  }

  private void insert(int number, Copy copy) {
    memory.insert(blocks.file(number), blocks.offset(number), copy);
  }

  /** Reads a block; inserts it again if it is found nowhere. */
  void read(int number) throws IOException {
    int handle = memory.pin(blocks.file(number), blocks.offset(number));
    if (handle != BlockStore.NONE) {
      blocks.check(number, memory.view(handle));
      memory.unpin(handle);
      return;
    }
    misses.incrementAndGet();
    FlashBlock found =
        flash == null ? null : flash.store().get(blocks.file(number), blocks.offset(number));
    if (found != null) {
      blocks.check(number, found.bytes());
      insert(number, new Copy(found.bytes(), found));
      return;
    }
    absent.incrementAndGet();
    insert(number, new Copy(blocks.bytes(number), null));
    if (flash != null) {
      flash.insert(number);
    }
  }

  /** Returns the number of reads that missed in memory so far. */
  long misses() {
    return misses.get();
  }

  /** Returns the number of reads of blocks found nowhere so far. */
  long absent() {
    return absent.get();
  }

  /**
   * Closes the tiers.
   *
   * @throws IllegalStateException if a pin, buffer or block leaked
   */
  @Override
  public void close() throws IOException {
    try {
      memory.awaitQuiet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<String> wrong = memory.audit();
    memory.close();
    if (flash != null) {
      flash.close();
    }
    if (!wrong.isEmpty()) {
      throw new IllegalStateException("Strata's memory: " + wrong);
    }
  }
}
