package io.strata.replay.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigInteger;

/** The format of a trace file. */
public enum TraceFormat {
  /** A decimal number in each line; an asterisk where the traced program was restarted. */
  LINES,

  /** A hexadecimal number in each line, whose last 64 bits identify the block. */
  HEX_LINES,

  /** Integers of four bytes. */
  INTS,

  /** Integers of eight bytes. */
  LONGS;

  private void read(InputStream in, Trace.Builder trace) throws IOException {
    switch (this) {
      case LINES ->
          forEachLine(
              in,
              line -> {
                if (!line.equals("*")) {
                  trace.add(Long.parseLong(line));
                }
              });
      case HEX_LINES -> forEachLine(in, line -> trace.add(new BigInteger(line, 16).longValue()));
      case INTS -> forEachWord(in, Integer.BYTES, data -> trace.add(data.readInt()));
      case LONGS -> forEachWord(in, Long.BYTES, data -> trace.add(data.readLong()));
    }
  }

  /**
   * Reads a trace to its end.
   *
   * @throws IOException if it cannot be read, is empty, or has another format; the message tells
   *     where
   */
  public Trace read(String name, InputStream in) throws IOException {
    Trace.Builder builder = new Trace.Builder(name);
    try {
      read(in, builder);
    } catch (IOException e) {
      throw new IOException(name + ": " + e.getMessage(), e);
    }
    Trace trace = builder.build();
    if (trace.length() == 0) {
      throw new IOException(name + " has no accesses.");
    }
    return trace;
  }

  private interface LineReader {
    void read(String line);
  }

  private interface WordReader {
    void read(DataInputStream data) throws IOException;
  }

  private static void forEachLine(InputStream in, LineReader reader) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, ISO_8859_1));
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      String text = line.trim();
      if (!text.isEmpty()) {
        try {
          reader.read(text);
        } catch (NumberFormatException e) {
          throw new IOException("line " + number + " is not a number: " + text, e);
        }
      }
    }
  }

  private static void forEachWord(InputStream in, int bytes, WordReader reader) throws IOException {
    DataInputStream data = new DataInputStream(new BufferedInputStream(in));
    while (true) {
      data.mark(1);
      if (data.read() < 0) {
        return;
      }
      data.reset();
      try {
        reader.read(data);
      } catch (EOFException e) {
        throw new IOException("the last access has fewer than " + bytes + " bytes.", e);
      }
    }
  }
}
