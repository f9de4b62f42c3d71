package io.strata.doctor.check;

import io.strata.doctor.env.Environment;
import io.strata.doctor.env.ProcessMemory;
import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.Diagnosis;
import io.strata.readpath.config.Engine;
import io.strata.readpath.config.InvalidSettingException;
import io.strata.readpath.config.MemoryFile;
import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.config.PhysicalMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.hadoop.conf.Configuration;

/** All that is found in a configuration, and what it comes to. Immutable. */
public final class Examination {
  private final MemoryLimits limits;
  private final Diagnosis diagnosis;
  private final List<Finding> findings;
  private final List<MemoryFile> memoryFiles;

  /**
   * Examines.
   *
   * @param conf of the RegionServer
   * @param environment from which its command line is made
   * @param physical the memory that there is for it
   * @param home where HBase is; empty where that is not known
   * @param looksAtFiles whether files are looked at, or those of another machine are meant
   */
  public Examination(
      Configuration conf,
      Environment environment,
      PhysicalMemory physical,
      Optional<Path> home,
      boolean looksAtFiles) {
    ProcessMemory memory = new ProcessMemory(environment.words(), physical);
    limits = memory.limits();
    diagnosis = Diagnosis.of(conf, limits, looksAtFiles);
    List<Finding> all = new ArrayList<>();
    InstallationCheck installation = new InstallationCheck(conf, environment.classPath(), home);
    all.addAll(installation.line());
    if (looksAtFiles) {
      all.addAll(installation.jar());
    }
    diagnosis.errors().stream()
        .map(InvalidSettingException::getMessage)
        .map(Finding::error)
        .forEach(all::add);
    all.addAll(new OptionsCheck(environment.words(), memory).findings());
    addNotes(diagnosis.settings(), all);
    findings = List.copyOf(all);
    memoryFiles = looksAtFiles ? memoryFiles(diagnosis.settings().engine()) : List.of();
  }

  private static List<MemoryFile> memoryFiles(Engine engine) {
    List<MemoryFile> files = new ArrayList<>();
    if (engine.kind() == Engine.Kind.KEPT) {
      for (Path path : engine.paths()) {
        try {
          files.add(MemoryFile.of(path));
        } catch (IOException e) {
          // One of the errors says so.
        }
      }
    }
    return List.copyOf(files);
  }

  private static void addNotes(CacheSettings settings, List<Finding> all) {
    Optional<String> shortage = settings.shortage();
    shortage.map(Finding::warning).ifPresent(all::add);
    settings.notes().stream()
        .filter(note -> !shortage.equals(Optional.of(note)))
        .map(Finding::remark)
        .forEach(all::add);
  }

  /** Of one level, in the order in which they were found. */
  public List<Finding> findings(Finding.Level level) {
    return findings.stream().filter(finding -> finding.level() == level).toList();
  }

  /** All of them. */
  public List<Finding> findings() {
    return findings;
  }

  /** The files of the off-heap tier's memory; empty where there are none or they are not seen. */
  public List<MemoryFile> memoryFiles() {
    return memoryFiles;
  }

  /** What the process is bound by. */
  public MemoryLimits limits() {
    return limits;
  }

  /** What the configuration comes to, {@link #replaced} apart. */
  public CacheSettings settings() {
    return diagnosis.settings();
  }

  /** Keys that are wrong, and with what was reckoned instead; empty for the default. */
  public SortedMap<String, String> replaced() {
    return diagnosis.replaced();
  }
}
