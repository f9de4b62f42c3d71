package io.strata.l2.attach;

import io.strata.concurrency.weaken.Paused;
import io.strata.l2.Engine;
import io.strata.l2.compress.Compressors;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileJournal;
import io.strata.l2.layout.Meta;
import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * All blocks of a file are evicted as a range while two of them are attached together. The third
 * was attached before, so the two are linked to the file while that one is unlinked.
 */
@JCStressTest
@Outcome(
    id = "nothing, nothing, no block",
    expect = Expect.ACCEPTABLE,
    desc = "no block of the range remains")
@State
@Paused("HashIndex.setMeta")
public class RangeUnderAttach {
  private final Engine engine = new Engine(3);

  /** Not entered by an insertion, so that the blocks are not checked one by one without need. */
  private final FileBlocks file = restored();

  private final Tombstones tombstones = new Tombstones();
  private final Publisher publisher =
      new Publisher(
          engine.core(),
          new Attachment.Rules(3, 3, false, Compressors.NONE, (of, offset) -> false, tombstones));
  private final int one = engine.take();
  private final int two = engine.take();

  public RangeUnderAttach() {
    engine.fill(one, file.id(), 1);
    engine.fill(two, file.id(), 2);
    engine.put(file, 3);
  }

  private FileBlocks restored() {
    long id = Engine.idOf("file", 1);
    return Objects.requireNonNull(engine.files.restore(id, "file", FileJournal.NOWHERE, ""));
  }

  private long visible(int handle) {
    return Meta.visible(engine.slots.meta(handle), 0);
  }

  @Actor
  public void attach() {
    publisher.add(one, file.id(), 1, Engine.BLOCK_BYTES, false, visible(one));
    publisher.add(two, file.id(), 2, Engine.BLOCK_BYTES, false, visible(two));
    publisher.publish(engine.pool.bucketOf(one));
  }

  /** In the order of the store. */
  @Actor
  public void evict() {
    tombstones.add(file.id(), 1, 3);
    engine.evictor.evictAll(file, offset -> true);
  }

  @Arbiter
  public void audit(LLL_Result r) {
    r.r1 = engine.read(file.id(), 1);
    r.r2 = engine.read(file.id(), 2);
    r.r3 = engine.audit();
  }
}
