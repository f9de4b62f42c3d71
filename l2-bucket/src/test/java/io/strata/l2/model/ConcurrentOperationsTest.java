package io.strata.l2.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.BlockStore;
import io.strata.l2.CompressionStatistics;
import io.strata.l2.StoreStatistics;
import io.strata.l2.compress.Compression;
import io.strata.l2.policy.Policies;
import io.strata.l2.testing.DeflateCompressor;
import io.strata.l2.testing.PooledMemory;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.testing.TestStore;
import io.strata.l2.write.InFlightBlock;
import io.strata.l2.write.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The model's operations from several threads, on many small stores one after the other. There is
 * no expected content; every byte read is verified, and each store is audited when its threads are
 * done. One of three stores packs blocks.
 *
 * <p>{@code -Dstrata.model.rounds=1000} runs more stores.
 */
class ConcurrentOperationsTest {
  private static final int ROUNDS = Integer.getInteger("strata.model.rounds", 80);

  /** On a busy machine the background packs few blocks in the time of a round. */
  private static final int MAX_ROUNDS = 10 * ROUNDS;

  private static final long FIRST = Long.getLong("strata.model.seed", 1);
  private static final int THREADS = 4;
  private static final int OPERATIONS = 300;
  private static final int FILES = 3;
  private static final int OFFSETS = 60;
  private static final int MAX_HELD = 6;

  /** The duration of a miss for which packing pays. */
  private static final long SLOW_NANOS = 1_000_000_000;

  private static final List<Policies> POLICIES = List.of(Policies.values());

  @Test
  void nothingIsTornLostOrLeaked() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<StoreStatistics> done = new ArrayList<>();
      List<CompressionStatistics> packing = new ArrayList<>();
      for (int round = 0; round < ROUNDS || (wants(packing) && round < MAX_ROUNDS); round++) {
        done.add(round(FIRST + round, threads, packing));
      }
      assertThat(done).as("moved").anyMatch(end -> end.moved() > 0);
      assertThat(done).as("evicted").anyMatch(end -> end.evictedForRoom() > 100);
      assertThat(done)
          .as("cancelled")
          .anyMatch(end -> end.rejected(Rejection.EVICTED_IN_FLIGHT) > 0);
      assertThat(packing).as("packed").anyMatch(end -> end.packed() > 0);
      assertThat(packing).as("unpacked").anyMatch(end -> end.unpacked() > 0);
    } finally {
      threads.shutdown();
    }
  }

  /** Returns whether more rounds are needed until a thread reads a packed block. */
  private static boolean wants(List<CompressionStatistics> packing) {
    return ROUNDS > 1 && packing.stream().allMatch(end -> end.unpacked() == 0);
  }

  private static StoreStatistics round(
      long seed, ExecutorService threads, List<CompressionStatistics> packing) throws Exception {
    PooledMemory memory = new PooledMemory();
    Sequence sequence = new Sequence(seed, 0, seed % 3 == 0);
    TestStore test = new TestStore(sequence.options(memory));
    try {
      List<Callable<Void>> tasks =
          LongStream.range(0, THREADS)
              .<Callable<Void>>mapToObj(
                  thread -> () -> new Worker(test, sequence, seed, thread).run())
              .toList();
      for (Future<Void> each : threads.invokeAll(tasks)) {
        each.get();
      }
      test.awaitQuiet();
      StoreStatistics end = test.store().statistics();
      packing.add(test.store().packing().statistics());
      assertThat(test.errors()).hasSize((int) end.rejected(Rejection.WRITE_FAILED));
      test.close();
      memory.reclaim();
      return end;
    } catch (Exception | AssertionError e) {
      test.store().close();
      throw new AssertionError(
          "Again: ./mvnw -B verify -pl l2-bucket -Dtest=ConcurrentOperationsTest"
              + " -Dstrata.model.rounds=1 -Dstrata.model.seed="
              + seed,
          e);
    }
  }

  private record WorkerPin(String file, long offset, int handle) {}

  private record WorkerHold(String file, long offset, InFlightBlock<ProvingBlock> block) {}

  /** The operations of one thread. */
  private static final class Worker {
    private final TestStore test;
    private final BlockStore<ProvingBlock> store;
    private final Sequence sequence;
    private final SplittableRandom random;
    private final boolean resizes;
    private final boolean changesWriters;
    private final List<WorkerPin> pins = new ArrayList<>();
    private final List<WorkerHold> held = new ArrayList<>();

    Worker(TestStore test, Sequence sequence, long seed, long thread) {
      this.test = test;
      this.sequence = sequence;
      this.store = test.store();
      this.random = new SplittableRandom(seed * THREADS + thread);
      this.changesWriters = thread == 1;
      this.resizes = thread == 0 && store.inspection().buckets() >= 7;
    }

    Void run() throws Exception {
      makeMissesTake(SLOW_NANOS);
      for (int i = 0; i < OPERATIONS; i++) {
        boolean interrupted = random.nextInt(20) == 0;
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        operate(sequence.file(random.nextInt(FILES)), random.nextInt(OFFSETS));
        assertThat(Thread.interrupted()).as("the interrupt flag").isEqualTo(interrupted);
        releaseAllBut(MAX_HELD);
      }
      releaseAllBut(0);
      return null;
    }

    private void operate(String file, long offset) {
      switch (random.nextInt(60)) {
        case 0 -> store.evictFile(file);
        case 1, 2, 3 -> store.evict(file, offset);
        case 4 -> store.evictRange(file, offset, offset + random.nextInt(10));
        case 5, 6, 7, 8, 9, 10, 11, 12 -> pin(file, offset);
        case 13, 14 -> hold(file, offset);
        case 15 -> walk();
        case 16 -> resize();
        case 17 -> test.insert(failing(file, offset));
        case 18 -> changePolicyOrWriters();
        case 19 -> changePacking();
        default -> {
          if (!test.read(file, offset)) {
            test.insert(new ProvingBlock(file, offset, length(), random.nextInt(8) == 0));
          }
        }
      }
    }

    private ProvingBlock failing(String file, long offset) {
      return new ProvingBlock(file, offset, length())
          .on(
              call -> {
                if (call == ProvingBlock.Call.WRITE) {
                  throw new IllegalStateException("fails on purpose");
                }
              });
    }

    private int length() {
      // If blocks are packed, none that are too large for it.
      return switch (random.nextInt(sequence.packs() ? 10 : 12)) {
        case 0 -> random.nextInt(1, 3_000);
        case 1, 2 -> random.nextInt(7_000, 9_000);
        case 3, 4, 5, 6 -> random.nextInt(60_000, 70_000);
        case 7, 8, 9 -> random.nextInt(100_000, 300_000);
        case 10 -> random.nextInt(300_000, 900_000);
        default -> random.nextInt(900_000, 5_000_000);
      };
    }

    private void pin(String file, long offset) {
      int handle = store.pin(file, offset);
      if (handle != BlockStore.NONE) {
        pins.add(new WorkerPin(file, offset, handle));
      }
    }

    private void hold(String file, long offset) {
      InFlightBlock<ProvingBlock> block = store.retainInFlight(file, offset);
      if (block != null) {
        held.add(new WorkerHold(file, offset, block));
      }
    }

    private void walk() {
      store
          .inspection()
          .forEachIn(
              random.nextInt(store.inspection().buckets()),
              (file, offset, length, attributes, stamp, inMemory, pinned) -> {
                assertThat(attributes).isEqualTo(ProvingBlock.seed(file, offset));
                if (!sequence.packs()) {
                  assertThat(stamp).isEqualTo(ProvingBlock.checksum(file, offset, length));
                }
              });
    }

    private void resize() {
      if (resizes) {
        // A store that grows waits for removed buckets, and those for readers.
        releaseAllBut(0);
        test.resizeUnlessHeldUp((33L + random.nextInt(14)) << 20);
      }
    }

    private void changePolicyOrWriters() {
      if (random.nextBoolean()) {
        store.controls().setPolicy(POLICIES.get(random.nextInt(POLICIES.size())));
      } else if (changesWriters) {
        store.controls().setWriters(random.nextInt(1, 4), random.nextInt(2, 16));
      }
    }

    /** Changes whether blocks are packed, and whether packing pays. */
    private void changePacking() {
      if (sequence.packs()) {
        // The change waits for a store that grows, which waits for readers.
        releaseAllBut(0);
        Compression packing = DeflateCompressor.COMPRESSION;
        Compression none = new Compression(packing.known(), null, 100);
        store.controls().setCompression(random.nextInt(4) == 0 ? none : packing);
        makeMissesTake(random.nextInt(4) == 0 ? 1 : SLOW_NANOS);
      }
    }

    private void makeMissesTake(long nanos) {
      for (int miss = 0; miss < 100; miss++) {
        store.packing().noteMiss(nanos, 60_000);
      }
    }

    private void releaseAllBut(int kept) {
      while (pins.size() > kept) {
        WorkerPin pin = pins.remove(0);
        test.provePinned(pin.file, pin.offset, pin.handle);
        store.unpin(pin.handle);
      }
      while (held.size() > kept) {
        WorkerHold one = held.remove(0);
        one.block.source().prove(one.file, one.offset);
        one.block.release();
      }
    }
  }
}
