package io.strata.trace;

import java.util.List;
import java.util.Map;

/**
 * The result of reading a file, apart from its records.
 *
 * @param settings of the recorder; empty if they are damaged
 * @param records the number of records read
 * @param unnamed records skipped because the names of their files were lost in damaged chunks
 * @param damage skipped ranges, in file order; empty if the file is undamaged
 */
public record Reading(
    Map<String, String> settings, long records, long unnamed, List<Damage> damage) {

  /**
   * A range of the file that was skipped.
   *
   * @param at the offset of the range
   * @param bytes its length; 0 if chunks are missing
   * @param cause the reason, as the end of a sentence after a colon
   */
  public record Damage(long at, long bytes, String cause) {
    @Override
    public String toString() {
      return "%,d bytes skipped at %,d: %s".formatted(bytes, at, cause);
    }
  }

  /** Returns whether the file is complete, as far as it can tell. */
  public boolean isWhole() {
    return damage.isEmpty() && unnamed == 0;
  }
}
