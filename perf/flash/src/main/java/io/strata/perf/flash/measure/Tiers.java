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
 * Memory, and flash below it if there is any: a block that memory does not have is read from flash,
 * and comes into memory. Thread-safe but for opening and closing.
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

  /** What is copied into memory, given back when that is done. */
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
    public void writeTo(ByteBuffer part, int offset) {
      part.put(part.position(), bytes, offset, part.remaining());
    }

    @Override
    public void release() {
      if (from != null) {
        from.release();
      }
    }
  }

  /** Memory that has all blocks. */
  static Tiers memoryOnly(Blocks blocks, long bytes) throws IOException {
    Tiers tiers = new Tiers(blocks, bytes, null);
    for (int i = 0; i < blocks.count(); i++) {
      tiers.offer(i, new Copy(blocks.bytes(i), null));
    }
    return tiers;
  }

  /** Memory for some of the blocks over flash that has all. */
  static Tiers overFlash(Setup setup, long bytes) throws IOException, InterruptedException {
    StrataEngine flash = new StrataEngine(setup);
    for (int i = 0; i < setup.blocks().count(); i++) {
      flash.insert(i);
    }
    flash.force();
    return new Tiers(setup.blocks(), bytes, flash);
  }

  private void offer(int number, Copy copy) {
    memory.insert(blocks.file(number), blocks.offset(number), copy);
  }

  /** Reads a block; one that is nowhere is made anew, and put where it should be. */
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
      offer(number, new Copy(found.bytes(), found));
      return;
    }
    absent.incrementAndGet();
    offer(number, new Copy(blocks.bytes(number), null));
    if (flash != null) {
      flash.insert(number);
    }
  }

  /** Reads that memory could not answer, so far. */
  long misses() {
    return misses.get();
  }

  /** Reads of blocks that were nowhere, so far. */
  long absent() {
    return absent.get();
  }

  /**
   * Closes all.
   *
   * @throws IllegalStateException when a pin, a buffer or a block is not where it should be
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
