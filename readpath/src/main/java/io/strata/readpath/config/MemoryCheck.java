package io.strata.readpath.config;

import java.util.Optional;

/**
 * Checks that the process fits the memory of its container or machine.
 *
 * <p>In a container the whole sum must fit, or the kernel kills the process later, under load. A
 * machine is shared with processes that come and go, so how much they leave is unknown: there, only
 * a configuration that can never fit is rejected.
 */
final class MemoryCheck {
  private final SettingReader reader;
  private final MemoryNeed need;
  private final PhysicalMemory physical;

  MemoryCheck(SettingReader reader, MemoryNeed need, PhysicalMemory physical) {
    this.reader = reader;
    this.need = need;
    this.physical = physical;
  }

  /**
   * Rejects a configuration that does not fit, unless the check is switched off.
   *
   * @throws InvalidSettingException with the memory that is needed
   */
  void requireFits() {
    if (isRejected()) {
      boolean isMapped = need.tier() == 0;
      throw reader.reject(
          isMapped ? OffHeapKeys.IO_ENGINE : OffHeapKeys.SIZE,
          "the process " + shortfall(" (%s of it heap)".formatted(DirectMemory.shown(need.heap()))),
          "%s, lower %s, or set %s to false to start anyway"
              .formatted(
                  raise(), isMapped ? "-Xmx" : "the size or -Xmx", StrataKeys.MEMORY_CHECK.name()));
    }
  }

  /** Returns a warning if the process does not fit but may start. */
  Optional<String> warning() {
    return fits() || isRejected()
        ? Optional.empty()
        : Optional.of("The process %s: %s.".formatted(shortfall(""), need));
  }

  private boolean fits() {
    return need.bytes() <= physical.bytes();
  }

  private boolean isRejected() {
    long checked = physical.isContainerLimit() ? need.bytes() : need.configuredBytes();
    return checked > physical.bytes() && reader.get(StrataKeys.MEMORY_CHECK);
  }

  private String shortfall(String detail) {
    return "needs %s%s, the %s has %s"
        .formatted(
            DirectMemory.shown(need.bytes()),
            detail,
            physical.isContainerLimit() ? "container" : "machine",
            DirectMemory.shownDown(physical.bytes()));
  }

  private String raise() {
    return physical.isContainerLimit()
        ? "raise the container's limit to %dm".formatted(DirectMemory.megabytes(need.bytes()))
        : "use a larger machine";
  }
}
