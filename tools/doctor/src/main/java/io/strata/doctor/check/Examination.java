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

/** The findings in a configuration, and its effective settings. Immutable. */
public final class Examination {
  private final MemoryLimits limits;
  private final Diagnosis diagnosis;
  private final List<Finding> findings;
  private final List<MemoryFile> memoryFiles;

  /**
   * Examines a configuration.
   *
   * @param conf configuration of the RegionServer
   * @param environment variables that define its command line
   * @param physical memory of the machine or container
   * @param home HBase's folder; empty if unknown
   * @param checksFiles whether to check files; false if the configuration is for another machine
   */
  public Examination(
      Configuration conf,
      Environment environment,
      PhysicalMemory physical,
      Optional<Path> home,
      boolean checksFiles) {
    ProcessMemory memory = new ProcessMemory(environment.words(), physical);
    limits = memory.limits();
    diagnosis = Diagnosis.of(conf, limits, checksFiles);
    List<Finding> all = new ArrayList<>();
    InstallationCheck installation = new InstallationCheck(conf, environment.classPath(), home);
    all.addAll(installation.property());
    if (checksFiles) {
      all.addAll(installation.jar());
    }
    diagnosis.errors().stream()
        .map(InvalidSettingException::getMessage)
        .map(Finding::error)
        .forEach(all::add);
    all.addAll(new OptionsCheck(environment.words(), memory).findings());
    addNotes(diagnosis.settings(), all);
    findings = List.copyOf(all);
    memoryFiles = checksFiles ? memoryFiles(diagnosis.settings().engine()) : List.of();
  }

  private static List<MemoryFile> memoryFiles(Engine engine) {
    List<MemoryFile> files = new ArrayList<>();
    if (engine.kind() == Engine.Kind.KEPT) {
      for (Path path : engine.paths()) {
        try {
          files.add(MemoryFile.of(path));
        } catch (IOException e) {
          // Reported as one of the errors.
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
        .map(Finding::note)
        .forEach(all::add);
  }

  /** Returns the findings of a level, in the order of the checks. */
  public List<Finding> findings(Finding.Level level) {
    return findings.stream().filter(finding -> finding.level() == level).toList();
  }

  /** Returns all findings. */
  public List<Finding> findings() {
    return findings;
  }

  /** Returns the files of the off-heap tier's memory; empty if there are none or unchecked. */
  public List<MemoryFile> memoryFiles() {
    return memoryFiles;
  }

  /** Returns the memory limits of the process. */
  public MemoryLimits limits() {
    return limits;
  }

  /** Returns the effective settings, with invalid values {@link #replaced}. */
  public CacheSettings settings() {
    return diagnosis.settings();
  }

  /** Returns the keys with invalid values, and the values used instead; empty for the default. */
  public SortedMap<String, String> replaced() {
    return diagnosis.replaced();
  }
}
