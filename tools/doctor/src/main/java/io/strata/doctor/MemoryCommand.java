package io.strata.doctor;

import io.strata.doctor.text.Bytes;
import io.strata.doctor.text.DoctorException;
import io.strata.l2.memory.KeptMemory;
import io.strata.readpath.compress.Dictionaries;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code strata memory}. */
@Command(
    name = "memory",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the files of an off-heap tier whose memory outlives the server (strata.offheap.path),"
          + " while no server runs, and deletes them on request. They use memory until then.",
    },
    footer = {
      "",
      "Exit status: 0, or 2 if a file is missing, in use, or not Strata's; then no file is"
          + " deleted.",
      "",
      "Examples:",
      "  strata memory /dev/shm/strata            its size, and whether its server shut down",
      "  strata memory --delete /dev/shm/strata   free its memory"
    })
final class MemoryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "<file>", arity = "1..*", description = "A file of strata.offheap.path.")
  private List<Path> files = new ArrayList<>();

  @Option(names = "--delete", description = "Delete the files.")
  private boolean delete;

  @Override
  public Integer call() {
    List<KeptMemory.Unused> found = files.stream().map(MemoryCommand::examine).toList();
    PrintWriter out = spec.commandLine().getOut();
    for (KeptMemory.Unused each : found) {
      if (delete) {
        delete(each.file());
      }
      out.printf(
          "%s  %s, %s%s%n",
          each.file(),
          Bytes.inMegabytes(each.bytes()),
          each.isSealed() ? "its server shut down cleanly" : "its server was killed",
          delete ? ", deleted" : "");
    }
    out.flush();
    return 0;
  }

  private static KeptMemory.Unused examine(Path file) {
    try {
      return KeptMemory.examine(file);
    } catch (IOException e) {
      throw rejection(file, e);
    }
  }

  private static void delete(Path file) {
    try {
      KeptMemory.delete(file);
      Dictionaries.deleteBeside(file);
    } catch (IOException e) {
      throw rejection(file, e);
    }
  }

  private static DoctorException rejection(Path file, IOException e) {
    return new DoctorException(
        e instanceof NoSuchFileException
            ? file + ": no such file. Set a file of strata.offheap.path."
            : String.valueOf(e.getMessage()));
  }
}
