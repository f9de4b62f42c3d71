package io.strata.l2.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.count.BlockKinds;
import io.strata.l2.evict.Allocator;
import io.strata.l2.evict.TestCore;
import io.strata.l2.evict.VictimSelection;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.SizeLearner;
import io.strata.l2.testing.ProvingBlock;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SlotWriterTest {
  private static final int LENGTH = 1_000;
  private static final int BLOCKS = 1_000;

  private final TestCore test = new TestCore(4, LENGTH);
  private final InFlight<ProvingBlock> inFlight = new InFlight<>();
  private final SlotWriter<ProvingBlock> writer = writer();
  private long next;

  private SlotWriter<ProvingBlock> writer() {
    WriteOptions options =
        new WriteOptions(
            1 << 20,
            1,
            2,
            0,
            BlockKinds.ONE,
            error -> {
              throw new AssertionError(error);
            });
    return new SlotWriter<>(
        test.core,
        new Allocator(test.core, new VictimSelection(test.core), test.compactor),
        new SizeLearner(test.pool, Runnable::run),
        inFlight,
        new Rejections(BlockKinds.ONE),
        options);
  }

  private void write(ProvingBlock source) {
    InFlightBlock<ProvingBlock> block =
        new InFlightBlock<>(
            test.core.files().enter("file"), source.offset(), source.length(), source);
    assertThat(inFlight.add(block)).isTrue();
    writer.write(block);
  }

  /** Writes blocks; returns how many of them may be selected for packing. */
  private int written() {
    int compressible = 0;
    for (int i = 0; i < BLOCKS; i++) {
      write(new ProvingBlock("file", next, LENGTH));
      int handle = test.core.index().findAndPin(test.file.id(), next, false);
      assertThat(handle).isNotEqualTo(Handle.NONE);
      compressible += test.slots.mayBePacked(handle) ? 1 : 0;
      test.core.unpin(handle);
      next++;
    }
    return compressible;
  }

  /** Otherwise each eviction would wake the packer in vain. */
  @Test
  void blocksOfAnIncompressibleFileAreRarelySelectedForPacking() {
    assertThat(written()).isEqualTo(BLOCKS);
    for (int i = 0; i < 7; i++) {
      test.file.notePacked(false);
    }
    assertThat(written()).isEqualTo(BLOCKS);
    test.file.notePacked(false);
    assertThat(written()).isBetween(1, BLOCKS / 20);
    test.file.notePacked(true);
    assertThat(written()).isEqualTo(BLOCKS);

    assertThat(inFlight.bytes()).isZero();
    for (int block = 0; block < next; block++) {
      int handle = test.core.index().find(test.file.id(), block);
      assertThat(Meta.pins(test.slots.meta(handle))).as("pins").isZero();
    }
    test.checkCounts();
  }

  /** The copy of a large block takes long enough for that. */
  @Test
  void aBlockIsCachedThoughTheDrainOfItsBucketBeganDuringTheCopy() {
    write(new ProvingBlock("file", next++, LENGTH));
    FormattedBucket drained =
        Objects.requireNonNull(test.pool.classFor(LENGTH).bucketAt(0), "the only bucket");
    write(
        new ProvingBlock("file", next, LENGTH)
            .on(
                call -> {
                  if (call == ProvingBlock.Call.WRITE && drained.isOpen()) {
                    assertThat(test.pool.beginDrain(drained)).isTrue();
                  }
                }));

    int handle = test.core.index().find(test.file.id(), next);
    assertThat(handle).as("slot").isNotEqualTo(Handle.NONE);
    assertThat(test.pool.isDraining(handle)).isFalse();
    assertThat(Meta.pins(test.slots.meta(handle))).as("pins").isZero();
    assertThat(test.core.evictor().evict(test.file, 0)).as("the rest of the bucket").isTrue();
    test.checkCounts();
  }
}
