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
      "Checks hbase-site.xml and hbase-env.sh with the checks of a RegionServer's startup: prints"
          + " the memory of each part, and all problems with their fixes. It starts nothing and"
          + " changes nothing.",
      "",
      "It runs hbase-env.sh in bash, as HBase's start script does, with PATH, HOME, USER, JAVA_HOME,"
          + " HBASE_HOME and HBASE_CONF_DIR of this environment and no other variables. With"
          + " --hbase-opts, it does not run the file.",
    },
    footer = {
      "",
      "Exit status: 0 without errors, 1 with errors, 2 if the files cannot be checked."
    })
final class DoctorCommand implements Callable<Integer> {
  private final Map<String, String> environment;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--conf",
      paramLabel = "<folder>",
      description = "HBase's configuration folder. Default: $HBASE_CONF_DIR, or $HBASE_HOME/conf.")
  private @Nullable Path folder;

  @Option(
      names = "--hbase-site",
      paramLabel = "<file>",
      description = "The file to use instead of hbase-site.xml in that folder.")
  private @Nullable Path site;

  @Option(
      names = "--hbase-env",
      paramLabel = "<file>",
      description = "The file to use instead of hbase-env.sh in that folder.")
  private @Nullable Path env;

  @Option(
      names = "--hbase-opts",
      paramLabel = "<options>",
      description = "The RegionServer's JVM options, instead of hbase-env.sh.")
  private @Nullable String options;

  @Option(
      names = "--memory",
      paramLabel = "<size>",
      converter = SizeConverter.class,
      description =
          "The machine's memory, such as 16g. Default: that of this machine, or the limit of this"
              + " container.")
  private @Nullable Long memory;

  @Option(
      names = "--container",
      description = "--memory is the limit of a container that runs only the RegionServer.")
  private boolean container;

  @Option(
      names = "--other-machine",
      description = "The files are for another machine: do not check disks and jars on this one.")
  private boolean otherMachine;

  @Option(
      names = "--goal",
      paramLabel = "<load>",
      description =
          "Also print a configuration that fits, for a load of ${COMPLETION-CANDIDATES}. strata size"
              + " has more options.")
  private @Nullable Load goal;

  DoctorCommand(Map<String, String> environment) {
    this.environment = environment;
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
      out.print(
          Plan.of(SizingRequest.of(physical.bytes(), physical.isContainerLimit(), goal)).text());
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
        throw new DoctorException(
            "--hbase-env=%s: no such file. Set an existing one.".formatted(file));
      }
      out.println("hbase-env.sh    " + file + " does not exist: treated as empty");
      return new Environment(Map.of());
    }
    out.println("hbase-env.sh    " + file);
    Map<String, String> hbase = new HashMap<>();
    home().ifPresent(path -> hbase.put("HBASE_HOME", path.toString()));
    Path parent = file.toAbsolutePath().getParent();
    if (parent != null) {
      hbase.put("HBASE_CONF_DIR", parent.toString());
    }
    return new EnvironmentFile(file, environment, hbase).read();
  }

  private Optional<Path> home() {
    return Optional.ofNullable(environment.get("HBASE_HOME"))
        .filter(s -> !s.isBlank())
        .map(Path::of);
  }

  private Path inFolder(String name, String option) {
    if (folder != null) {
      return folder.resolve(name);
    }
    String given = environment.getOrDefault("HBASE_CONF_DIR", "");
    if (!given.isBlank()) {
      return Path.of(given).resolve(name);
    }
    return home()
        .map(path -> path.resolve("conf").resolve(name))
        .orElseThrow(
            () ->
                new DoctorException(
                    "%s: its folder is not set. Set the folder by --conf or HBASE_CONF_DIR, or the file by %s."
                        .formatted(name, option)));
  }
}
