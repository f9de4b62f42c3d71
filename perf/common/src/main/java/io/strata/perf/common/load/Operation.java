package io.strata.perf.common.load;

import io.strata.perf.common.BenchException;
import java.io.IOException;

/** A kind of request, such as a multi-get. Each thread of a load opens its own requests. */
public interface Operation {
  /**
   * Opens the requests of one thread. Called in the thread that uses and closes them.
   *
   * @throws IOException if the server cannot be reached
   */
  Requests open() throws IOException;

  /** Sends the requests of one thread, one at a time. Confined to that thread. */
  interface Requests extends AutoCloseable {
    /**
     * Sends a request, waits for the response and checks it.
     *
     * @param number determines the requested rows: the same number requests the same rows
     * @return the number of rows that the server read, including rows that it filtered out, as the
     *     server's work is reported per row
     * @throws BenchException if the response is wrong
     * @throws IOException if there is no response
     */
    int send(long number) throws BenchException, IOException;

    @Override
    void close() throws IOException;
  }
}
