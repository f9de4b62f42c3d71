package io.strata.readpath.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * A file system of a test's own: one in memory, or ext4 on a loop device, which can be frozen.
 * Mounting takes Linux and root; elsewhere the test that asks for one is skipped, but never where
 * {@code CI} is set to {@code true}.
 */
public final class SmallDisk implements AutoCloseable {
  private static final int BYTES = 32 << 20;

  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Mounts one in memory that holds so many megabytes. */
  public static SmallDisk mountInMemory(Path folder, int megabytes) throws IOException {
    Files.createDirectories(folder);
    runOrSkip(
        "mount", "-t", "tmpfs", "-o", "size=%dm".formatted(megabytes), "none", folder.toString());
    return new SmallDisk(folder);
  }

  /** Mounts one of ext4, which is not frozen yet. */
  public static SmallDisk mountExt4(Path folder) throws IOException {
    Files.createDirectories(folder);
    Path image = folder.resolveSibling(folder.getFileName() + ".image");
    try (var file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(BYTES);
    }
    runOrSkip("mkfs.ext4", "-q", "-F", image.toString());
    runOrSkip("mount", "-o", "loop", image.toString(), folder.toString());
    return new SmallDisk(folder);
  }

  private static void runOrSkip(String... command) throws IOException {
    String failure;
    try {
      failure = run(command);
    } catch (IOException e) {
      failure = String.valueOf(e.getMessage());
    }
    boolean required = Objects.equals(System.getenv("CI"), "true");
    assertThat(required ? failure : "").as("what %s says", List.of(command)).isEmpty();
    assumeTrue(failure.isEmpty(), failure);
  }

  /** Runs a command; returns what it says when it fails, else nothing. */
  private static String run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.onExit().join().exitValue();
    return status == 0 ? "" : said.strip() + " (" + command[0] + ")";
  }

  /** Where it is mounted. */
  public Path folder() {
    return folder;
  }

  /** Has every write wait until {@link #thaw}. */
  public void freeze() throws IOException {
    assertThat(run("fsfreeze", "--freeze", folder.toString())).isEmpty();
  }

  /** Has the disk answer again. */
  public void thaw() throws IOException {
    assertThat(run("fsfreeze", "--unfreeze", folder.toString())).isEmpty();
  }

  @Override
  public void close() throws IOException {
    // Now or later: files stay mapped until the buffers of that memory are collected.
    assertThat(run("umount", "--lazy", folder.toString())).isEmpty();
  }
}
