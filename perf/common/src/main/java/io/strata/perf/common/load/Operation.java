package io.strata.perf.common.load;

import io.strata.perf.common.BenchException;
import java.io.IOException;

/** One kind of request, such as a multi-get. Each thread of a load sends its own. */
public interface Operation {
  /**
   * What one thread sends its requests by. Called in the thread that uses it and closes it.
   *
   * @throws IOException if the server cannot be reached
   */
  Requests open() throws IOException;

  /** The requests of one thread, one after the other. For that thread alone. */
  interface Requests extends AutoCloseable {
    /**
     * Makes a request, waits for its answer and checks it.
     *
     * @param number settles what is asked for: the same number asks for the same rows again
     * @return the rows that the server read to answer, whether it returned them or filtered them
     *     out, for its work is counted a row
     * @throws BenchException if the answer is wrong
     * @throws IOException if there is none
     */
    int send(long number) throws BenchException, IOException;

    @Override
    void close() throws IOException;
  }
}
