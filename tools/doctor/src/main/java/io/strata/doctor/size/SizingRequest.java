package io.strata.doctor.size;

import io.strata.doctor.text.Bytes;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a configuration is wanted for.
 *
 * @param memory of the machine, or of the container
 * @param isContainer whether the RegionServer is alone in a container of that memory
 * @param others what all other processes of the machine take, with the system's own cache of files;
 *     empty for what is usual
 * @param data bytes of the files that the server will have, as they are in memory, that is without
 *     compression; empty if that is not known
 * @param flashPaths a file on each disk that is to keep blocks; empty for none
 * @param flashBytes of each of these files
 * @param cores of the machine; empty if that is not known
 * @param load what the server mostly does
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

  /** One of which no more is known. */
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

  /** Bytes that are not the RegionServer's. */
  long forOthers() {
    return others.orElseGet(
        () ->
            isContainer
                ? 0
                : Math.min(Math.max(memory / OTHERS_SHARE, MIN_FOR_OTHERS), MAX_FOR_OTHERS));
  }
}
