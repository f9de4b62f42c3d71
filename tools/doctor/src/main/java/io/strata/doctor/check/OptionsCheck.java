package io.strata.doctor.check;

import io.strata.doctor.env.MemoryOption;
import io.strata.doctor.env.ProcessMemory;
import io.strata.doctor.env.Word;
import io.strata.doctor.text.Bytes;
import io.strata.readpath.config.MemoryLimits;
import java.util.ArrayList;
import java.util.List;

/** Checks the JVM's memory options, each alone and in combination. */
final class OptionsCheck {
  /** Heap size from which references take eight bytes instead of four. */
  private static final long MIN_UNCOMPRESSED = 32 * Bytes.GB;

  /**
   * Heap size from which a heap holds more objects than the largest one with four-byte references.
   */
  private static final long WORTH_UNCOMPRESSED = 48 * Bytes.GB;

  private final List<Word> words;
  private final ProcessMemory memory;
  private final List<Finding> found = new ArrayList<>();

  OptionsCheck(List<Word> words, ProcessMemory memory) {
    this.words = words;
    this.memory = memory;
  }

  List<Finding> findings() {
    for (MemoryOption option : MemoryOption.values()) {
      List<Word> all = words.stream().filter(word -> option.isIn(word.text())).toList();
      all.forEach(word -> checkSyntax(option, word));
      checkUnique(option, all);
    }
    checkHeap();
    checkDirect();
    return found;
  }

  private void checkSyntax(MemoryOption option, Word word) {
    if (option.bytesIn(word.text()).isEmpty()) {
      found.add(
          Finding.error(
              "%s=%s: the JVM rejects %s and exits. Set a whole number with k, m or g, such as %s4g."
                  .formatted(word.source(), word.typed(), word.text(), option.flag())));
    }
  }

  private void checkUnique(MemoryOption option, List<Word> all) {
    if (all.stream().map(word -> option.bytesIn(word.text())).distinct().count() > 1) {
      Word last = all.get(all.size() - 1);
      found.add(
          Finding.error(
              "%s: set more than once, by %s, and the JVM uses the last. Remove all but one."
                  .formatted(
                      option.flag(),
                      String.join(
                          " and ",
                          all.stream()
                              .map(word -> word.shown() + (word.equals(last) ? " (last)" : ""))
                              .toList()))));
    }
  }

  private void checkHeap() {
    MemoryLimits limits = memory.limits();
    if (memory.last(MemoryOption.HEAP).isEmpty()) {
      found.add(
          Finding.note(
              "-Xmx: not set, so the JVM uses a quarter of the memory for the heap, about %s. Set it in HBASE_REGIONSERVER_OPTS."
                  .formatted(Bytes.inMegabytes(limits.jvm().heap()))));
    }
    memory
        .last(MemoryOption.FIRST_HEAP)
        .ifPresent(
            first -> {
              if (first > limits.jvm().heap()) {
                found.add(
                    Finding.error(
                        "-Xms=%s: exceeds the maximum heap of %s, so the JVM exits. Lower it, or raise -Xmx."
                            .formatted(
                                Bytes.inMegabytes(first), Bytes.inMegabytes(limits.jvm().heap()))));
              }
            });
    if (limits.jvm().heap() >= MIN_UNCOMPRESSED && limits.jvm().heap() < WORTH_UNCOMPRESSED) {
      found.add(
          Finding.warning(
              "-Xmx=%s: needs references of eight bytes, so it holds fewer objects than 31 GB. Set -Xmx31g, and add the rest to hbase.bucketcache.size."
                  .formatted(Bytes.inMegabytes(limits.jvm().heap()))));
    }
  }

  private void checkDirect() {
    if (memory.last(MemoryOption.DIRECT).isEmpty()) {
      found.add(
          Finding.note(
              "-XX:MaxDirectMemorySize: not set, so the JVM limits direct memory to the heap's size, %s. Set it in HBASE_REGIONSERVER_OPTS."
                  .formatted(Bytes.inMegabytes(memory.limits().maxDirect()))));
    }
  }
}
