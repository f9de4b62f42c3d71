package io.strata.l2.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.compress.Compressors;
import io.strata.l2.evict.TestCore;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.pool.SizeClass;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A kept block that was inserted again is moved between its publication and its check. The check of
 * the block before it runs in between, and asks whether that block is in flight.
 */
class PublisherTest {
  private static final int BYTES = BucketLayout.MAX_SLOT_BYTES / 4;
  private static final long BEFORE = -1;
  private static final long TWICE = -2;

  private final TestCore store = new TestCore(2, BYTES);
  private final List<Integer> taken = new ArrayList<>();
  private boolean inFlight;

  @Test
  void keptBlockThatWasMovedAndInsertedAgainStaysOnce() {
    int kept = takeAll();
    insert();
    publish(kept, () -> remove(kept));
    assertThat(Meta.isVisible(store.slots.meta(kept))).as("not moved").isFalse();
    assertThat(copies()).isEqualTo(1);
    store.checkCounts();
  }

  @Test
  void keptBlockThatWasMovedIsEvictedWhileItIsInFlight() {
    int kept = takeAll();
    publish(
        kept,
        () -> {
          remove(kept);
          inFlight = true;
        });
    assertThat(copies()).isZero();
    store.checkCounts();
  }

  @Test
  void keptBlockThatWasMovedStays() {
    int kept = takeAll();
    Publisher publisher = publish(kept, () -> remove(kept));
    assertThat(copies()).isEqualTo(1);
    assertThat(publisher.taken()).isEqualTo(2);
    assertThat(publisher.dropped()).isZero();
    store.checkCounts();
  }

  @Test
  void keptBlockWithAllPinsThatWasInsertedAgainIsEvicted() {
    int kept = takeAll();
    insert();
    publish(
        kept,
        () -> {
          while (store.slots.pinQuietly(kept)) {}
        });
    assertThat(copies()).isEqualTo(1);
    for (int pin = 0; pin < Meta.MAX_READER_PINS; pin++) {
      store.core.unpin(kept);
    }
    store.checkCounts();
  }

  /** Takes all slots; returns one of the last bucket. */
  private int takeAll() {
    SizeClass only = store.pool.classFor(BYTES);
    while (store.pool.formatEmptyBucket(only)) {
      for (int slot = 0; slot < only.slotsPerBucket(); slot++) {
        taken.add(store.pool.takeFree(only));
      }
    }
    taken.sort(null);
    return taken.remove(taken.size() - 1);
  }

  /** Makes the block visible in a slot of the first bucket, as an insertion does. */
  private void insert() {
    int handle = take();
    describe(handle, TWICE);
    store.core.files().link(store.file, handle);
    store.core.index().publish(handle, visible(handle), () -> true);
  }

  private long visible(int handle) {
    return Meta.visible(store.slots.meta(handle), 0);
  }

  private int take() {
    return taken.remove(0);
  }

  private void describe(int handle, long offset) {
    store.slots.describe(handle, store.file.id(), offset, BYTES, 0, 0);
  }

  /** Publishes a block and then the kept one; the action runs before the latter's check. */
  private Publisher publish(int kept, Runnable between) {
    int before = take();
    describe(before, BEFORE);
    describe(kept, TWICE);
    Publisher publisher =
        new Publisher(
            store.core,
            new Attachment.Rules(
                2,
                2,
                false,
                Compressors.NONE,
                (file, offset) -> isInFlight(offset, between),
                new Tombstones()));
    publisher.add(before, store.file.id(), BEFORE, BYTES, false, visible(before));
    publisher.add(kept, store.file.id(), TWICE, BYTES, false, visible(kept));
    taken.forEach(store.pool::release);
    publisher.publish(null);
    return publisher;
  }

  private boolean isInFlight(long offset, Runnable between) {
    if (offset == BEFORE) {
      between.run();
      return false;
    }
    return inFlight;
  }

  /** Removes the bucket of the slot, and so moves the block. */
  private void remove(int kept) {
    assertThat(Handle.bucket(kept)).isEqualTo(store.slots.buckets() - 1);
    store.compactor.removeBuckets(1);
    store.runBackground();
  }

  /** Returns how many slots hold the block that may be there twice. */
  private int copies() {
    int count = 0;
    for (int bucket = 0; bucket < store.slots.buckets(); bucket++) {
      int slots = store.pool.classFor(BYTES).slotsPerBucket();
      for (int slot = 0; slot < slots; slot++) {
        count += store.slots.holds(Handle.of(bucket, slot), store.file.id(), TWICE) ? 1 : 0;
      }
    }
    boolean found = store.core.index().find(store.file.id(), TWICE) != Handle.NONE;
    assertThat(found).isEqualTo(count > 0);
    return count;
  }
}
