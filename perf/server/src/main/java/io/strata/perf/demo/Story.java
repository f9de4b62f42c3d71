package io.strata.perf.demo;

import java.io.IOException;

/** A workload that both servers go through, and the difference that it shows. */
interface Story {
  /** Returns what happens, as a sentence without a full stop. */
  String title();

  /** Runs the story on both servers, interleaved. */
  Outcome run(DemoServers servers) throws IOException, InterruptedException;
}
