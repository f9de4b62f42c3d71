package io.strata.doctor.check;

import io.strata.doctor.env.MemoryOption;
import io.strata.doctor.env.ProcessMemory;
import io.strata.doctor.env.Word;
import io.strata.doctor.text.Bytes;
import io.strata.readpath.config.MemoryLimits;
import java.util.ArrayList;
import java.util.List;

/** What the options of the JVM say of memory, each by itself and beside the others. */
final class OptionsCheck {
  /** From here on references to objects take eight bytes and not four. */
  private static final long COMPRESSED = 32 * Bytes.GB;

  /** A heap of this size has room for as many objects as the largest with short references. */
  private static final long WORTH_LONG_REFERENCES = 48 * Bytes.GB;

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
      all.forEach(word -> understood(option, word));
      agree(option, all);
    }
    heap();
    direct();
    return found;
  }

  private void understood(MemoryOption option, Word word) {
    if (option.bytesIn(word.text()).isEmpty()) {
      found.add(
          Finding.error(
              "%s is \"%s\", which gives the JVM %s, and it ends at once: write a whole number with k, m or g, such as %s4g."
                  .formatted(word.source(), word.typed(), word.text(), option.usual())));
    }
  }

  private void agree(MemoryOption option, List<Word> all) {
    if (all.stream().map(word -> option.bytesIn(word.text())).distinct().count() > 1) {
      Word last = all.get(all.size() - 1);
      found.add(
          Finding.error(
              "%s is said more than once, %s, and the JVM takes the last: remove all but one."
                  .formatted(
                      option.usual(),
                      String.join(
                          " and ",
                          all.stream()
                              .map(word -> word.shown() + (word.equals(last) ? " (last)" : ""))
                              .toList()))));
    }
  }

  private void heap() {
    MemoryLimits limits = memory.limits();
    if (memory.last(MemoryOption.HEAP).isEmpty()) {
      found.add(
          Finding.remark(
              "-Xmx is not set, so the JVM takes a quarter of the memory for the heap, about %s: set it in HBASE_REGIONSERVER_OPTS."
                  .formatted(Bytes.inMegabytes(limits.jvm().heap()))));
    }
    memory
        .last(MemoryOption.FIRST_HEAP)
        .ifPresent(
            first -> {
              if (first > limits.jvm().heap()) {
                found.add(
                    Finding.error(
                        "-Xms is %s, which is more than the heap of %s, and the JVM ends at once: lower it, or raise -Xmx."
                            .formatted(
                                Bytes.inMegabytes(first), Bytes.inMegabytes(limits.jvm().heap()))));
              }
            });
    if (limits.jvm().heap() >= COMPRESSED && limits.jvm().heap() < WORTH_LONG_REFERENCES) {
      found.add(
          Finding.warning(
              "-Xmx is %s, for which the JVM needs references of eight bytes, so that it holds less than 31 GB would: lower it to -Xmx31g, and give the rest to hbase.bucketcache.size."
                  .formatted(Bytes.inMegabytes(limits.jvm().heap()))));
    }
  }

  private void direct() {
    if (memory.last(MemoryOption.DIRECT).isEmpty()) {
      found.add(
          Finding.remark(
              "-XX:MaxDirectMemorySize is not set, so the JVM gives out as much direct memory as the heap has, %s: set it in HBASE_REGIONSERVER_OPTS."
                  .formatted(Bytes.inMegabytes(memory.limits().maxDirect()))));
    }
  }
}
