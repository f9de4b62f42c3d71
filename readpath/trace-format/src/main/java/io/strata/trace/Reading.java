package io.strata.trace;

import java.util.List;
import java.util.Map;

/**
 * What was found in a file beside its records.
 *
 * @param settings of the recorder; empty when they are damaged
 * @param records how many were read
 * @param nameless how many were left out, for their files' names were lost in damaged chunks
 * @param damage what was skipped, in the file's order; empty when the file is whole
 */
public record Reading(
    Map<String, String> settings, long records, long nameless, List<Damage> damage) {

  /**
   * Bytes that were skipped.
   *
   * @param at where in the file they begin
   * @param bytes how many; 0 where chunks are missing
   * @param cause why, to follow a colon
   */
  public record Damage(long at, long bytes, String cause) {
    @Override
    public String toString() {
      return "%,d bytes skipped at %,d: %s".formatted(bytes, at, cause);
    }
  }

  /** Whether all that was written is there, as far as the file can tell. */
  public boolean isWhole() {
    return damage.isEmpty() && nameless == 0;
  }
}
