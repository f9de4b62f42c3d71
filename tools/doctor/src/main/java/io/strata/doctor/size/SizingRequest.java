package io.strata.doctor.size;

import io.strata.doctor.text.Bytes;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The request for a configuration.
 *
 * @param memory memory of the machine or container, in bytes
 * @param isContainer whether it is a container that runs only the RegionServer
 * @param others bytes for other processes of the machine and the page cache; empty for the default
 * @param data uncompressed bytes of the server's data; empty if unknown
 * @param flashPaths a file on each disk of the flash tier; empty for none
 * @param flashBytes size of each of these files
 * @param cores number of cores; empty if unknown
 * @param load kind of load
 */
public record SizingRequest(
    long memory,
    boolean isContainer,
    OptionalLong others,
    OptionalLong data,
    List<String> flashPaths,
    long flashBytes,
    OptionalInt cores,
    Load load) {
  private static final int OTHERS_SHARE = 8;
  private static final long MIN_FOR_OTHERS = 512 * Bytes.MB;
  private static final long MAX_FOR_OTHERS = 16 * Bytes.GB;

  /** Copies the list. */
  public SizingRequest {
    flashPaths = List.copyOf(flashPaths);
  }

  /** Creates a request with defaults for all other values. */
  public static SizingRequest of(long memory, boolean isContainer, Load load) {
    return new SizingRequest(
        memory,
        isContainer,
        OptionalLong.empty(),
        OptionalLong.empty(),
        List.of(),
        0,
        OptionalInt.empty(),
        load);
  }

  SizingRequest withMemory(long bytes) {
    return new SizingRequest(bytes, isContainer, others, data, flashPaths, flashBytes, cores, load);
  }

  boolean hasFlash() {
    return !flashPaths.isEmpty();
  }

  /** Returns the bytes for other processes. */
  long forOthers() {
    return others.orElseGet(
        () ->
            isContainer
                ? 0
                : Math.min(Math.max(memory / OTHERS_SHARE, MIN_FOR_OTHERS), MAX_FOR_OTHERS));
  }
}
