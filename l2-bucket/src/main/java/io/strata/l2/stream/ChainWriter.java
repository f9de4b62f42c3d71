package io.strata.l2.stream;

import io.strata.l2.stream.buffer.BlockBuffer;
import io.strata.l2.stream.buffer.Buffers;
import io.strata.l2.stream.buffer.Run;
import io.strata.l2.stream.layout.Address;
import io.strata.l2.stream.layout.BlockWord;
import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Allocates runs, fills and chains them; {@link Entries} says why that is safe. */
final class ChainWriter {
  /** The result if there are too few free blocks; the address of a block that never exists. */
  static final int FULL = -1;

  private final Buffers buffers;

  ChainWriter(Buffers buffers) {
    this.buffers = buffers;
  }

  /**
   * Appends runs to a run, or creates a new entry.
   *
   * @param position the position of their first byte
   * @param predecessor the last block of the run before, or {@link Address#NONE}
   * @return the last block of the last run; or {@link #FULL}, in which case nothing is changed
   */
  int addRuns(ByteBuffer data, int position, int predecessor) {
    int blocks = StreamLayout.blocksFor(data.limit() - position);
    boolean appendable = predecessor != Address.NONE;
    Run run = buffers.take(blocks, appendable);
    if (run == null) {
      return FULL;
    }
    if (run.count() == blocks) {
      return fill(run, data, position, predecessor);
    }
    List<Run> runs = takeRest(run, blocks - run.count(), appendable);
    if (runs == null) {
      return FULL;
    }
    int before = predecessor;
    int from = position;
    for (Run each : runs) {
      before = fill(each, data, from, before);
      from += each.count() * StreamLayout.BLOCK_BYTES;
    }
    return before;
  }

  /** Allocates all runs or none; until all are allocated, none has a word by which it is found. */
  private @Nullable List<Run> takeRest(Run first, int blocks, boolean appendable) {
    List<Run> runs = new ArrayList<>();
    runs.add(first);
    for (int left = blocks; left > 0; ) {
      Run run = buffers.take(left, appendable);
      if (run == null) {
        runs.forEach(each -> buffers.give(each.buffer(), each.first(), each.count()));
        return null;
      }
      runs.add(run);
      left -= run.count();
    }
    return runs;
  }

  /** Fills a run, and sets its words; returns its last block. */
  private static int fill(Run run, ByteBuffer data, int position, int predecessor) {
    int rest = data.limit() - position;
    int bytes = Math.min(rest, run.count() * StreamLayout.BLOCK_BYTES);
    BlockBuffer buffer = run.buffer();
    buffer.write(run.first(), 0, data, position, bytes);
    boolean isLast = bytes == rest;
    int length = isLast ? StreamLayout.lengthOfLast(bytes) : StreamLayout.BLOCK_BYTES;
    if (predecessor == Address.NONE) {
      boolean isOnly = isLast && run.count() == 1;
      buffer.setWord(run.first(), isOnly ? BlockWord.firstAndLast(length) : BlockWord.first());
    }
    if (predecessor != Address.NONE || run.count() > 1) {
      buffer.setWord(
          run.last(),
          isLast
              ? BlockWord.last(run.count(), length, predecessor)
              : BlockWord.middle(run.count(), predecessor));
    }
    return Address.of(buffer.number(), run.last());
  }
}
