package io.strata.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.doctor.size.Load;
import io.strata.doctor.size.Plan;
import io.strata.doctor.size.SizingRequest;
import io.strata.doctor.text.DoctorException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code strata size}. */
@Command(
    name = "size",
    mixinStandardHelpOptions = true,
    description = {
      "Generates a configuration for a given memory and amount of data: hbase-site.xml and"
          + " hbase-env.sh, with the reason for each value. It passes strata doctor.",
      "",
      "Sizes have a unit: 16384m, 64g, 1.5t.",
    },
    footer = {"", "Exit status: 0, or 2 if there is no such configuration."})
final class SizeCommand implements Callable<Integer> {
  private static final String SITE = "hbase-site.xml";
  private static final String ENV = "hbase-env.sh";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--memory",
      required = true,
      paramLabel = "<size>",
      converter = SizeConverter.class,
      description = "The machine's memory.")
  private long memory;

  @Option(
      names = "--container",
      description = "--memory is the limit of a container that runs only the RegionServer.")
  private boolean container;

  @Option(
      names = "--others",
      paramLabel = "<size>",
      converter = SizeConverter.class,
      description =
          "Memory for other processes and the system. Default: an eighth of the machine's memory,"
              + " at least 512m and at most 16g; 0 in a container.")
  private @Nullable Long others;

  @Option(
      names = "--data",
      paramLabel = "<size>",
      converter = SizeConverter.class,
      description = "Uncompressed size of this server's data. Default: unknown.")
  private @Nullable Long data;

  @Option(
      names = "--flash-path",
      split = ",",
      paramLabel = "<file>",
      description = "A file on each disk of the flash tier.")
  private List<String> flashPaths = List.of();

  @Option(
      names = "--disk",
      paramLabel = "<size>",
      converter = SizeConverter.class,
      description = "The size of each of these files.")
  private @Nullable Long disk;

  @Option(names = "--cores", paramLabel = "<n>", description = "Number of cores. Default: unknown.")
  private @Nullable Integer cores;

  @ArgGroup(exclusive = true)
  private Loads loads = new Loads();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "<folder>",
      description = "Write the two files to this folder. Default: print them.")
  private @Nullable Path output;

  @Option(names = "--force", description = "Overwrite existing files.")
  private boolean force;

  /** The options for the load. */
  private static final class Loads {
    @Option(names = "--read-heavy", description = "Mostly reads: smaller memstores and heap.")
    private boolean reads;

    @Option(names = "--write-heavy", description = "Mostly writes: larger memstores and heap.")
    private boolean writes;

    Load load() {
      if (reads) {
        return Load.READ_HEAVY;
      }
      return writes ? Load.WRITE_HEAVY : Load.MIXED;
    }
  }

  @Override
  public Integer call() {
    Plan plan = Plan.of(request());
    PrintWriter out = spec.commandLine().getOut();
    if (output == null) {
      out.print(plan.text());
    } else {
      write(output, plan);
      out.println("Written: " + output.resolve(SITE) + " and " + output.resolve(ENV));
    }
    out.flush();
    return 0;
  }

  private SizingRequest request() {
    if (flashPaths.isEmpty() != (disk == null)) {
      throw new ParameterException(
          spec.commandLine(), "--flash-path, --disk: only one is set. Set both or neither.");
    }
    if (cores != null && cores < 1) {
      throw new ParameterException(
          spec.commandLine(), "--cores=" + cores + ": less than 1. Set at least 1.");
    }
    return new SizingRequest(
        memory,
        container,
        others == null ? OptionalLong.empty() : OptionalLong.of(others),
        data == null ? OptionalLong.empty() : OptionalLong.of(data),
        flashPaths,
        disk == null ? 0 : disk,
        cores == null ? OptionalInt.empty() : OptionalInt.of(cores),
        loads.load());
  }

  private void write(Path folder, Plan plan) {
    for (String name : List.of(SITE, ENV)) {
      Path file = folder.resolve(name);
      if (!force && Files.exists(file)) {
        throw new DoctorException(
            "%s: exists already. Set another folder, or --force to overwrite it.".formatted(file));
      }
    }
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(SITE), plan.site(), UTF_8);
      Files.writeString(folder.resolve(ENV), plan.env(), UTF_8);
    } catch (IOException e) {
      throw new DoctorException(
          "-o=%s: cannot be written (%s). Set another folder.".formatted(folder, e.getMessage()));
    }
  }
}
