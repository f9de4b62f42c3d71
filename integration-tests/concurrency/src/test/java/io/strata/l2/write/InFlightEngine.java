package io.strata.l2.write;

import io.strata.l2.Block;
import io.strata.l2.Engine;
import io.strata.l2.count.BlockKinds;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.pool.SizeLearner;

/** An engine of one bucket with a block in flight. */
final class InFlightEngine {
  final Engine engine = new Engine(1);
  final FileBlocks file = engine.open("file");
  final Block source = new Block(file.id(), 1);
  final InFlight<Block> inFlight = new InFlight<>();
  final InFlightBlock<Block> block = new InFlightBlock<>(file, 1, source.length(), source);
  private final SlotWriter<Block> writer =
      new SlotWriter<>(
          engine.core(),
          engine.allocator(),
          new SizeLearner(engine.pool, Runnable::run),
          inFlight,
          new Rejections(BlockKinds.ONE),
          Engine.withoutWriters());

  InFlightEngine() {
    inFlight.add(block);
  }

  /** Does the work of a writer. */
  void write() {
    writer.write(block);
  }

  /** Reads as HBase's cache does: the slot, the block in flight, the slot once more. */
  String read() {
    String seen = engine.read(file.id(), 1);
    if (!seen.equals(Engine.NOTHING)) {
      return seen;
    }
    InFlightBlock<Block> found = inFlight.get(file, 1);
    if (found == null || !found.retain()) {
      return engine.read(file.id(), 1);
    }
    seen = source.releases() == 0 ? Engine.OWN : Engine.WRONG;
    found.release();
    return seen;
  }

  /** Returns the blocks, how often the source was released, and the bytes in flight. */
  String audit() {
    return engine.audit() + ", " + source.releases() + " released, " + inFlight.bytes() + " bytes";
  }
}
