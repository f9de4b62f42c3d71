package io.strata.perf.flash.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What Linux says that this process had read from devices and written to them so far, in bytes:
 * reads that the page cache answered are not among them; a page that was written to counts once it
 * is dirty. NaN where there is no such account.
 */
record ProcessIo(double readBytes, double writtenBytes) {
  private static final Path ACCOUNT = Path.of("/proc/self/io");

  static ProcessIo now() throws IOException {
    if (!Files.isReadable(ACCOUNT)) {
      return new ProcessIo(Double.NaN, Double.NaN);
    }
    double read = Double.NaN;
    double written = Double.NaN;
    for (String line : Files.readAllLines(ACCOUNT)) {
      String[] words = line.split(": ", -1);
      if (words[0].equals("read_bytes")) {
        read = Double.parseDouble(words[1]);
      } else if (words[0].equals("write_bytes")) {
        written = Double.parseDouble(words[1]);
      }
    }
    return new ProcessIo(read, written);
  }

  ProcessIo since(ProcessIo before) {
    return new ProcessIo(readBytes - before.readBytes, writtenBytes - before.writtenBytes);
  }
}
