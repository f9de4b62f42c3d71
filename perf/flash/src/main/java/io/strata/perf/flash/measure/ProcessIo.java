package io.strata.perf.flash.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The bytes that this process has read from and written to devices so far, by Linux's count. Reads
 * from the page cache are not included; a written page counts when it becomes dirty. NaN where the
 * count is not available.
 */
record ProcessIo(double readBytes, double writtenBytes) {
  private static final Path PROC_IO = Path.of("/proc/self/io");

  static ProcessIo now() throws IOException {
    if (!Files.isReadable(PROC_IO)) {
      return new ProcessIo(Double.NaN, Double.NaN);
    }
    double read = Double.NaN;
    double written = Double.NaN;
    for (String line : Files.readAllLines(PROC_IO)) {
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
