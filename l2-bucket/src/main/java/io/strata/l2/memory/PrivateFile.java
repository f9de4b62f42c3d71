package io.strata.l2.memory;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Checks that a file is private to this process's user: no other user can have created it, can read
 * or write it, or can replace it. On systems without Unix owners and modes, every file passes.
 * Thread-safe.
 */
public final class PrivateFile {
  private static final boolean UNIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

  private static final long ROOT = 0;

  private static final int TYPE = 0170000;
  private static final int REGULAR = 0100000;
  private static final int LINK = 0120000;
  private static final int OTHERS_OF_FILE = 0077;
  private static final int OTHERS_WRITE = 0002;
  private static final int STICKY = 01000;
  private static final int MODE = 07777;

  private PrivateFile() {}

  /**
   * Returns what is wrong with a file, or with the folder in which it would be created.
   *
   * @param file the file, which need not exist, nor its folder
   * @throws IOException if owner and mode cannot be read
   */
  public static Optional<KeptMemory.Fault> fault(Path file) throws IOException {
    if (!UNIX) {
      return Optional.empty();
    }
    long user = new UnixSystem().getUid();
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null && Files.isDirectory(folder)) {
      Optional<KeptMemory.Fault> fault = ofFolder(Status.of(folder), user);
      if (fault.isPresent()) {
        return fault;
      }
    }
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        ? ofFile(Status.of(file, LinkOption.NOFOLLOW_LINKS), user)
        : Optional.empty();
  }

  private static Optional<KeptMemory.Fault> ofFolder(Status folder, long user) {
    if (folder.owner != ROOT && folder.owner != user) {
      return fault(
          "%s belongs to user %d, who can replace files in it, and the process runs as user %d"
              .formatted(folder.path, folder.owner, user),
          "name a file in a folder that the process's user or root owns");
    }
    if ((folder.mode & OTHERS_WRITE) != 0 && (folder.mode & STICKY) == 0) {
      return fault(
          "every user can replace files in %s (mode %o)".formatted(folder.path, folder.bits()),
          "run chmod +t %s, or name a file in another folder".formatted(folder.path));
    }
    return Optional.empty();
  }

  private static Optional<KeptMemory.Fault> ofFile(Status file, long user) {
    int type = file.mode & TYPE;
    if (type == LINK) {
      return fault(file.path + " is a symbolic link", "name the file that is meant");
    }
    if (type != REGULAR) {
      return fault(file.path + " is not a regular file", "name another file");
    }
    if (file.owner != user) {
      return fault(
          "%s belongs to user %d, and the process runs as user %d"
              .formatted(file.path, file.owner, user),
          "remove it, or start the server as that user");
    }
    if ((file.mode & OTHERS_OF_FILE) != 0) {
      return fault(
          "other users may read or write %s (mode %o)".formatted(file.path, file.bits()),
          "remove it, as it may contain their data; the next start creates it with mode 600");
    }
    return Optional.empty();
  }

  private static Optional<KeptMemory.Fault> fault(String problem, String fix) {
    return Optional.of(new KeptMemory.Fault(problem, fix));
  }

  /** Owner and mode of a path, as reported by {@code stat}. */
  private record Status(Path path, long owner, int mode) {
    static Status of(Path path, LinkOption... options) throws IOException {
      return new Status(
          path, number(path, "unix:uid", options), number(path, "unix:mode", options));
    }

    private static int number(Path path, String attribute, LinkOption... options)
        throws IOException {
      return (Integer) Files.getAttribute(path, attribute, options);
    }

    int bits() {
      return mode & MODE;
    }
  }
}
