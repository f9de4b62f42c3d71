package io.strata.readpath.metrics;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Old names of meters. Each is registered beside the new name for one release. */
enum DeprecatedMeters {
  REFUSED("strata.refused", "strata.rejected"),
  FLASH_REFUSED("strata.flash.refused", "strata.flash.rejected");

  private static final Logger LOG = LoggerFactory.getLogger(DeprecatedMeters.class);

  private final String oldName;
  private final String newName;

  DeprecatedMeters(String oldName, String newName) {
    this.oldName = oldName;
    this.newName = newName;
  }

  /** The name that the next release removes. */
  String oldName() {
    return oldName;
  }

  /** The name to use instead. */
  String newName() {
    return newName;
  }

  /** Registers a counter under the old name; {@code value} is the one of the new name. */
  void bindTo(Meters meters, String unit, ToDoubleFunction<Snapshot> value) {
    meters.counter(
        oldName,
        unit,
        "Deprecated, removed in the next release: use %s.".formatted(newName),
        value);
  }

  /** Logs all old names with the new ones, in one line. */
  static void log() {
    LOG.info(
        "Deprecated meters, removed in the next release: {}",
        Arrays.stream(values())
            .map(each -> "%s (use %s)".formatted(each.oldName, each.newName))
            .collect(Collectors.joining(", ")));
  }
}
