package io.strata.flash.index;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A file's number is reused for another file while a thread finds a block by the first. */
@JCStressTest
@Outcome(
    id = {"own, 1", "nothing, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "no block of the other file is found")
@State
public class FindAgainstReuse {
  private final Sample sample = new Sample();
  private final Sample other = new Sample();
  private final FlashFile file;

  public FindAgainstReuse() {
    sample.put(sample.address);
    file = sample.index.files().find(sample.file);
  }

  @Actor
  public void find(LL_Result r) {
    FlashIndex.Found<Boolean> found = sample.index.find(file, 0, true, any -> true);
    r.r1 = found == null ? "nothing" : found.address() == sample.address ? "own" : "another's";
  }

  @Actor
  public void reuse() {
    sample.remove();
    other.put(other.address);
  }

  @Arbiter
  public void rest(LL_Result r) {
    r.r2 = sample.index.usage(other.file).blocks();
    other.end();
  }
}
