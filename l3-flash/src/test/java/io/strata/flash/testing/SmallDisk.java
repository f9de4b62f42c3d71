package io.strata.flash.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A disk for one test: an ext4 file system on a loop device, or one in memory. Mounting requires
 * Linux and root; elsewhere the test is skipped, unless {@code CI} is {@code true}.
 */
public final class SmallDisk implements AutoCloseable {
  private final Path folder;
  private final @Nullable Path image;

  private SmallDisk(Path folder, @Nullable Path image) {
    this.folder = folder;
    this.image = image;
  }

  /** Mounts a file system in memory of this many bytes. */
  public static SmallDisk mount(Path folder, long bytes) throws IOException {
    Files.createDirectories(folder);
    mountOrSkip("mount", "-t", "tmpfs", "-o", "size=" + bytes, "none", folder.toString());
    return new SmallDisk(folder, null);
  }

  /** Mounts an ext4 file system that can be {@linkplain #freeze frozen}. */
  public static SmallDisk mountExt4(Path folder, long bytes) throws IOException {
    Files.createDirectories(folder);
    Path image = folder.resolveSibling(folder.getFileName() + ".image");
    try (var channel =
        Files.newByteChannel(image, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.position(bytes - 1).write(ByteBuffer.allocate(1));
    }
    mountOrSkip("mkfs.ext4", "-q", "-F", image.toString());
    mountOrSkip("mount", "-o", "loop", image.toString(), folder.toString());
    return new SmallDisk(folder, image);
  }

  private static void mountOrSkip(String... command) throws IOException {
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

  /** Runs a command. Returns its output if it fails, else nothing. */
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

  /** Blocks every write until {@link #thaw}, as on a hanging disk. */
  public void freeze() throws IOException {
    assertThat(run("fsfreeze", "--freeze", folder.toString())).isEmpty();
  }

  /** Lets writes continue. */
  public void thaw() throws IOException {
    assertThat(run("fsfreeze", "--unfreeze", folder.toString())).isEmpty();
  }

  @Override
  public void close() throws IOException {
    assertThat(run("umount", folder.toString())).isEmpty();
    if (image != null) {
      Files.delete(image);
    }
  }
}
