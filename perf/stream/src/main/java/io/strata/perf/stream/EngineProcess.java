package io.strata.perf.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.perf.common.Figures;
import io.strata.perf.stream.engine.EngineKind;
import io.strata.perf.stream.engine.Sizing;
import io.strata.perf.stream.measure.Scale;
import io.strata.perf.stream.measure.Section;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** A process in which one engine is measured, with the memory that it needs. */
final class EngineProcess {
  private static final long HEAP_BYTES = 512L << 20;
  private static final long SPARE_BYTES = 512L << 20;

  /** Of the entries' bytes, with what the collector needs besides. */
  private static final double HEAP_SLACK = 1.35;

  private final EngineKind kind;
  private final Section section;
  private final Scale scale;
  private final Path folder;
  private final Path log;

  /**
   * @param folder for files, made and deleted again
   * @param log to which the process' complaints are added
   */
  EngineProcess(EngineKind kind, Section section, Scale scale, Path folder, Path log) {
    this.kind = kind;
    this.section = section;
    this.scale = scale;
    this.folder = folder;
    this.log = log;
  }

  /** Memory that it takes, about. */
  static long memoryBytes(EngineKind kind, Sizing sizing) {
    return heapBytes(kind, sizing) + (kind.isOnHeap() ? 0 : sizing.blockBytes()) + SPARE_BYTES;
  }

  private static long heapBytes(EngineKind kind, Sizing sizing) {
    return HEAP_BYTES + (kind.isOnHeap() ? (long) (sizing.netBytes() * HEAP_SLACK) : 0);
  }

  private List<String> command() {
    Sizing sizing = section.sizing(scale);
    long heap = heapBytes(kind, sizing) >> 20;
    long direct = (sizing.blockBytes() + SPARE_BYTES) >> 20;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xms" + heap + "m");
    command.add("-Xmx" + heap + "m");
    // Else the heap's pages are faulted in one by one within what is measured, by what is
    // allocated.
    command.add("-XX:+AlwaysPreTouch");
    command.add("-XX:MaxDirectMemorySize=" + direct + "m");
    // What Pravega's cache, by Netty, and OHC need to get at memory without detours.
    command.add("-Dio.netty.maxDirectMemory=" + (direct << 20));
    command.add("-Dio.netty.tryReflectionSetAccessible=true");
    command.add("-Dorg.caffinitas.ohc.allocator=unsafe");
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.add("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
    command.add("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(StreamFork.class.getName());
    command.addAll(List.of(kind.name(), section.name(), folder.toString(), scale.text()));
    return command;
  }

  /** Runs it, adds its samples, and returns its exit status: 0 when all was measured. */
  int run(Figures<EngineKind> figures) throws IOException, InterruptedException {
    delete(folder);
    Files.createDirectories(folder);
    Process process =
        new ProcessBuilder(command()).redirectError(Redirect.appendTo(log.toFile())).start();
    Thread ender = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(ender);
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ", -1);
        if (words.length == 3 && words[0].equals(StreamFork.FIGURE)) {
          figures.add(words[1], kind, Double.parseDouble(words[2]));
        }
      }
    }
    int status = process.waitFor();
    Runtime.getRuntime().removeShutdownHook(ender);
    delete(folder);
    return status;
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path each, IOException e) throws IOException {
            Files.delete(each);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
