package io.strata.readpath.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * All that is wrong with a configuration, where a start says the first. It is read as a start reads
 * it. What is refused is noted, another value is put in its place, and it is read again, until
 * nothing is refused any more.
 */
public final class Diagnosis {
  private final Configuration conf;
  private final boolean looksAtFiles;
  private final List<InvalidSettingException> errors = new ArrayList<>();
  private final SortedMap<String, String> replaced = new TreeMap<>();
  private Optional<CacheSettings> settings = Optional.empty();

  private Diagnosis(Configuration conf, boolean looksAtFiles) {
    this.conf = new Configuration(conf);
    this.looksAtFiles = looksAtFiles;
  }

  /**
   * Reads a configuration, which is not changed.
   *
   * @param conf the configuration of the RegionServer
   * @param limits the memory that its process may take
   * @param looksAtFiles whether the files that it names are looked at, which another machine has
   */
  public static Diagnosis of(Configuration conf, MemoryLimits limits, boolean looksAtFiles) {
    Diagnosis diagnosis = new Diagnosis(conf, looksAtFiles);
    diagnosis.read(limits);
    return diagnosis;
  }

  /** What a start would refuse, one after the other; empty if it would refuse nothing. */
  public List<InvalidSettingException> errors() {
    return List.copyOf(errors);
  }

  /**
   * What the configuration comes to, with {@link #replaced} for what is wrong; empty where there is
   * no way around what is.
   */
  public Optional<CacheSettings> settings() {
    return settings;
  }

  /** The keys whose values are wrong, and what was put in their place; empty for the default. */
  public SortedMap<String, String> replaced() {
    return replaced;
  }

  private void read(MemoryLimits limits) {
    Set<String> said = new HashSet<>();
    MemoryLimits room = limits;
    while (settings.isEmpty()) {
      try {
        settings = Optional.of(CacheSettings.read(conf, room, looksAtFiles));
      } catch (InvalidSettingException e) {
        if (said.add(e.getMessage())) {
          errors.add(e);
        }
        Optional<MemoryLimits> enough = enoughFor(e, room);
        if (enough.isPresent()) {
          room = enough.get();
        } else if (!StandIns.replace(conf, e.key(), replaced)) {
          return;
        }
      }
    }
  }

  /** A size that only lacks room is kept: its table is worth seeing. */
  private Optional<MemoryLimits> enoughFor(InvalidSettingException refusal, MemoryLimits room) {
    MemoryLimits direct =
        new MemoryLimits(room.maxHeap(), Long.MAX_VALUE, room.jvm(), room.physical());
    MemoryLimits physical =
        new MemoryLimits(room.maxHeap(), room.maxDirect(), room.jvm(), PhysicalMemory.ENDLESS);
    return List.of(direct, physical).stream()
        .filter(more -> !more.equals(room) && !isSaidAgain(refusal, more))
        .findFirst();
  }

  private boolean isSaidAgain(InvalidSettingException refusal, MemoryLimits room) {
    try {
      CacheSettings.read(conf, room, looksAtFiles);
      return false;
    } catch (InvalidSettingException e) {
      return Objects.equals(e.getMessage(), refusal.getMessage());
    }
  }
}
