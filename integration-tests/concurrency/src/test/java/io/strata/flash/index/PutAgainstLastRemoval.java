package io.strata.flash.index;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLI_Result;

/** A block of a file is added while the file's last one is removed. */
@JCStressTest
@Outcome(
    id = "ADDED, nowhere, 1",
    expect = Expect.ACCEPTABLE,
    desc = "the added block is found by the file's name")
@State
public class PutAgainstLastRemoval {
  private final Sample sample = new Sample();

  public PutAgainstLastRemoval() {
    sample.put(sample.address);
  }

  @Actor
  public void put(LLI_Result r) {
    r.r1 = sample.put(1, sample.newer);
  }

  @Actor
  public void remove() {
    sample.remove();
  }

  @Arbiter
  public void rest(LLI_Result r) {
    r.r3 = (int) sample.index.usage(sample.file).blocks();
    r.r2 = sample.end();
    sample.index.removeFile(sample.file);
  }
}
