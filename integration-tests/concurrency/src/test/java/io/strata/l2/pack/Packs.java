package io.strata.l2.pack;

import io.strata.l2.Engine;
import io.strata.l2.pool.SizeLearner;

/** Packs blocks in the calling thread. */
final class Packs {
  private Packs() {}

  static BlockPacker packer(Engine engine) {
    SizeLearner learner = new SizeLearner(engine.pool, Runnable::run);
    return new BlockPacker(
        engine.core(), engine.allocator(), learner, new PackCosts(System.nanoTime()));
  }
}
