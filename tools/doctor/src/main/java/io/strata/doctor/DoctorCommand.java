package io.strata.doctor;

import io.strata.doctor.check.Examination;
import io.strata.doctor.check.Finding;
import io.strata.doctor.check.SiteFile;
import io.strata.doctor.env.Environment;
import io.strata.doctor.env.EnvironmentFile;
import io.strata.doctor.report.Report;
import io.strata.doctor.size.Load;
import io.strata.doctor.size.Plan;
import io.strata.doctor.size.SizingRequest;
import io.strata.doctor.text.DoctorException;
import io.strata.readpath.config.PhysicalMemory;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strata doctor}. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Reads hbase-site.xml and hbase-env.sh, and says what a RegionServer will do with them: what"
          + " each part takes of the memory, and all that is wrong, by the checks that a start"
          + " makes. Nothing is started, and nothing is changed.",
      "",
      "hbase-env.sh is run by bash, as HBase's start script does, with PATH, HOME, USER, JAVA_HOME,"
          + " HBASE_HOME and HBASE_CONF_DIR of this environment and no other variable; --hbase-opts"
          + " gives the options instead, and it is not run.",
    },
    footer = {"", "Ends with 0 if nothing is wrong, 1 if something is, 2 if nothing can be said."})
final class DoctorCommand implements Callable<Integer> {
  private final Map<String, String> around;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--conf",
      paramLabel = "<folder>",
      description = "HBase's configuration. Default: $HBASE_CONF_DIR, or $HBASE_HOME/conf.")
  private @Nullable Path folder;

  @Option(
      names = "--hbase-site",
      paramLabel = "<file>",
      description = "Instead of hbase-site.xml in that folder.")
  private @Nullable Path site;

  @Option(
      names = "--hbase-env",
      paramLabel = "<file>",
      description = "Instead of hbase-env.sh in that folder.")
  private @Nullable Path env;

  @Option(
      names = "--hbase-opts",
      paramLabel = "<options>",
      description = "The options of the RegionServer's JVM; hbase-env.sh is not run.")
  private @Nullable String options;

  @Option(
      names = "--memory",
      paramLabel = "<size>",
      converter = SizeConverter.class,
      description =
          "The memory of the machine, such as 16g. Default: that of this machine, or the limit of"
              + " the container that this runs in.")
  private @Nullable Long memory;

  @Option(
      names = "--container",
      description = "--memory is the limit of a container in which the RegionServer is alone.")
  private boolean container;

  @Option(
      names = "--other-machine",
      description =
          "The files are for another machine: do not look for disks and jars on this one.")
  private boolean otherMachine;

  @Option(
      names = "--goal",
      paramLabel = "<load>",
      description =
          "Print a configuration that fits, too, for one of ${COMPLETION-CANDIDATES}; strata size"
              + " takes more into account.")
  private @Nullable Load goal;

  DoctorCommand(Map<String, String> around) {
    this.around = around;
  }

  @Override
  public Integer call() {
    PhysicalMemory physical =
        memory == null ? PhysicalMemory.ofThisProcess() : new PhysicalMemory(memory, container);
    Path siteFile = site == null ? inFolder("hbase-site.xml", "--hbase-site") : site;
    Configuration conf = SiteFile.read(siteFile);
    PrintWriter out = spec.commandLine().getOut();
    out.println("hbase-site.xml  " + siteFile);
    Examination examination =
        new Examination(conf, environment(out), physical, home(), !otherMachine);
    out.println();
    out.print(new Report(examination).text());
    if (goal != null) {
      out.println();
      out.print(Plan.of(SizingRequest.of(physical.bytes(), physical.isContainerLimit(), goal)).text());
    }
    out.flush();
    return examination.findings(Finding.Level.ERROR).isEmpty() ? 0 : 1;
  }

  private Environment environment(PrintWriter out) {
    if (options != null) {
      out.println("options         --hbase-opts");
      return Environment.ofOptions("--hbase-opts", options);
    }
    Path file = env == null ? inFolder("hbase-env.sh", "--hbase-env or --hbase-opts") : env;
    if (!Files.exists(file)) {
      if (env != null) {
        throw new DoctorException("%s is no file: name another by --hbase-env.".formatted(file));
      }
      out.println("hbase-env.sh    " + file + " is not there: as if it were empty");
      return new Environment(Map.of());
    }
    out.println("hbase-env.sh    " + file);
    Map<String, String> hbase = new HashMap<>();
    home().ifPresent(path -> hbase.put("HBASE_HOME", path.toString()));
    Path parent = file.toAbsolutePath().getParent();
    if (parent != null) {
      hbase.put("HBASE_CONF_DIR", parent.toString());
    }
    return new EnvironmentFile(file, around, hbase).read();
  }

  private Optional<Path> home() {
    return Optional.ofNullable(around.get("HBASE_HOME")).filter(s -> !s.isBlank()).map(Path::of);
  }

  private Path inFolder(String name, String option) {
    if (folder != null) {
      return folder.resolve(name);
    }
    String given = around.getOrDefault("HBASE_CONF_DIR", "");
    if (!given.isBlank()) {
      return Path.of(given).resolve(name);
    }
    return home()
        .map(path -> path.resolve("conf").resolve(name))
        .orElseThrow(
            () ->
                new DoctorException(
                    "It is not known where %s is: name its folder by --conf, or by HBASE_CONF_DIR, or the file by %s."
                        .formatted(name, option)));
  }
}
