package io.strata.perf.demo;

import java.io.IOException;

/** One thing that both servers go through, and what it shows. */
interface Story {
  /** Returns what happens, as a sentence without its full stop. */
  String title();

  /** Has it happen on both servers, interleaved. */
  Outcome run(DemoServers servers) throws IOException, InterruptedException;
}
