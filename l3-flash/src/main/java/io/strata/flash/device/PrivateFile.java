package io.strata.flash.device;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Opens files that only their owner may read and write. */
public final class PrivateFile {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  private static final String OWNER_ONLY = "rw-------";

  private PrivateFile() {}

  /** Opens a file for reads and writes; creates it if it is absent. */
  public static FileChannel open(Path path) throws IOException {
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (!POSIX) {
      return FileChannel.open(path, options);
    }
    FileChannel channel =
        FileChannel.open(
            path,
            options,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
    // An existing file may be accessible to others.
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(OWNER_ONLY));
    return channel;
  }
}
