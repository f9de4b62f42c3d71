package io.strata.perf.load;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.load.Operation;
import java.io.IOException;

/** Requests whose numbers come from their thread's sequence of random numbers. */
record Drawn(Operation.Requests requests, long seed, int threads) implements Operation.Requests {
  @Override
  public int send(long number) throws BenchException, IOException {
    return requests.send(Mix.mix(seed, Math.floorDiv(number, threads) + 1));
  }

  @Override
  public void close() throws IOException {
    requests.close();
  }
}
