package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.compress.Compressors;
import io.strata.l2.count.BlockKinds;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.policy.Policy;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.testing.AllocatedBytes;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Eviction needs no heap: nothing is allocated between dooming a slot and unlinking it. */
class EvictionWithoutHeapTest {
  private static final int SLOT = BucketLayout.BUCKET_BYTES / 4 - 4_096;
  private static final int ROUNDS = 40;

  private final NotingPolicy policy = new NotingPolicy();
  private final SlotTable slots = new SlotTable(BucketMemory.direct().allocate(1), policy);
  private final HashIndex index = new HashIndex(slots, HashIndex.heads(16));
  private final FileTable files = new FileTable(slots);
  private final BucketPool pool = new BucketPool(slots, SizeClasses.of(SLOT), task -> {});

  private Evictor evictor(@Nullable EvictionListener listener) {
    return new Evictor(slots, index, files, pool, Compressors.NONE, listener, BlockKinds.ONE);
  }

  /** Publishes a block, the only one of its file. */
  private int publish(String name, long offset) {
    FileBlocks file = files.enter(name);
    int handle = pool.takeFree(pool.classFor(100));
    while (handle == Handle.NONE && pool.formatEmptyBucket(pool.classFor(100))) {
      handle = pool.takeFree(pool.classFor(100));
    }
    slots.describe(handle, file.id(), offset, 100, 0, 0);
    assertThat(files.link(file, handle)).isTrue();
    index.link(handle);
    slots.setMeta(handle, Meta.visible(slots.meta(handle), 0));
    files.leave(file);
    return handle;
  }

  private static FileBlocks open(FileTable files, String name) {
    FileBlocks file = files.find(name);
    assertThat(file).isNotNull();
    return file;
  }

  /** Checks that every slot is free, and that there are no files. */
  private void checkNothingIsLost() {
    assertThat(pool.bucket(0)).isNotNull();
    assertThat(pool.bucket(0).freeSlots()).isEqualTo(pool.bucket(0).slotCount());
    assertThat(files.files()).isEmpty();
    assertThat(files.blocks()).isZero();
    assertThat(index.find(1, 1)).isEqualTo(Handle.NONE);
  }

  private void allocatesNothing(IntConsumer eviction) {
    // The first eviction of all may load classes.
    eviction.accept(publish("file", 1));
    long[] allocated = new long[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      int handle = publish("file", 1_000 + round);
      policy.doomed = 0;
      eviction.accept(handle);
      allocated[round] = AllocatedBytes.ofThisThread() - policy.doomed;
      assertThat(policy.doomed).as("the policy was called").isPositive();
    }
    assertThat(allocated).as("bytes of heap, once a slot was doomed").containsOnly(0);
    checkNothingIsLost();
  }

  @Test
  void evictionByKeyAllocatesNothing() {
    Evictor evictor = evictor(null);
    allocatesNothing(handle -> evictor.evict(handle, open(files, "file")));
  }

  @Test
  void evictionForCapacityAllocatesNothing() {
    Evictor evictor = evictor(null);
    allocatesNothing(evictor::evictForCapacity);
  }

  @Test
  void claimAllocatesNothing() {
    Evictor evictor = evictor(null);
    allocatesNothing(
        handle -> {
          if (evictor.claim(handle, slots.meta(handle))) {
            pool.release(handle);
          }
        });
  }

  @Test
  void drainedBucketBecomesEmptyWithoutHeap() {
    Evictor evictor = evictor(null);
    evictor.evictForCapacity(publish("file", 1));
    long[] allocated = new long[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      int handle = publish("file", 1_000 + round);
      assertThat(pool.beginDrain(pool.bucketOf(handle))).isTrue();
      policy.doomed = 0;
      evictor.evictForCapacity(handle);
      allocated[round] = AllocatedBytes.ofThisThread() - policy.doomed;
      assertThat(pool.emptyBuckets()).isEqualTo(1);
    }
    assertThat(allocated).as("bytes of heap, once a slot was doomed").containsOnly(0);
  }

  /** A listener may need heap: its failure reaches the caller, and loses no slot. */
  @Test
  void listenerWithoutHeapLosesNoSlot() {
    EvictionListener noHeap =
        victim -> {
          throw new OutOfMemoryError("on purpose");
        };
    Evictor evictor = evictor(noHeap);
    List<IntConsumer> evictions =
        List.of(
            evictor::evictForCapacity,
            handle -> {
              if (evictor.claim(handle, slots.meta(handle))) {
                pool.release(handle);
              }
            });
    for (IntConsumer eviction : evictions) {
      int handle = publish("file", 7);
      assertThatThrownBy(() -> eviction.accept(handle)).isInstanceOf(OutOfMemoryError.class);
      checkNothingIsLost();
    }
  }

  /** Records how much the thread had allocated when a block was doomed. */
  private static final class NotingPolicy implements Policy {
    private final Policy lru = Policies.LRU.make(1 << 20, 16);
    long doomed;

    @Override
    public int onAccess(int bits) {
      return lru.onAccess(bits);
    }

    @Override
    public int onInsert(long key, int bytes, boolean inMemory) {
      return lru.onInsert(key, bytes, inMemory);
    }

    @Override
    public long rank(int bits) {
      return lru.rank(bits);
    }

    @Override
    public boolean wasReadAgain(int bits) {
      return lru.wasReadAgain(bits);
    }

    @Override
    public void onEvict(long key, int bits, int bytes, boolean forCapacity) {
      lru.onEvict(key, bits, bytes, forCapacity);
      doomed = AllocatedBytes.ofThisThread();
    }

    @Override
    public Map<String, Double> state() {
      return lru.state();
    }
  }
}
