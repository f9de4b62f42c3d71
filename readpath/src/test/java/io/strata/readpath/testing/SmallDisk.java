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
 * A file system for a test: in memory, or ext4 on a loop device, which can be frozen. Mounting
 * needs Linux and root; elsewhere the test is skipped, unless {@code CI} is {@code true}.
 */
public final class SmallDisk implements AutoCloseable {
  private static final int BYTES = 32 << 20;

  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Mounts a file system in memory of this size in megabytes. */
  public static SmallDisk mountInMemory(Path folder, int megabytes) throws IOException {
    Files.createDirectories(folder);
    runOrSkip(
        "mount", "-t", "tmpfs", "-o", "size=%dm".formatted(megabytes), "none", folder.toString());
    return new SmallDisk(folder);
  }

  /** Mounts an ext4 file system, which is not frozen. */
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

  /** Runs a command; returns its output if it fails, else an empty text. */
  private static String run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.onExit().join().exitValue();
    return status == 0 ? "" : said.strip() + " (" + command[0] + ")";
  }

  /** Returns the mount point. */
  public Path folder() {
    return folder;
  }

  /** Blocks every write until {@link #thaw}. */
  public void freeze() throws IOException {
    assertThat(run("fsfreeze", "--freeze", folder.toString())).isEmpty();
  }

  /** Unblocks writes. */
  public void thaw() throws IOException {
    assertThat(run("fsfreeze", "--unfreeze", folder.toString())).isEmpty();
  }

  @Override
  public void close() throws IOException {
    // Possibly later: files stay mapped until their buffers are garbage collected.
    assertThat(run("umount", "--lazy", folder.toString())).isEmpty();
  }
}
