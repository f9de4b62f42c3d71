package io.strata.readpath.config;

import java.util.Optional;

/**
 * Whether the process fits the memory that there is. In a container it must: the kernel would kill
 * it later, under load. A machine is shared with processes that come and go, and what they leave is
 * not known: there, only what cannot ever fit is refused.
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
   * Refuses what does not fit, if the administrator does not say otherwise.
   *
   * @throws InvalidSettingException saying how much is needed
   */
  void requireRoom() {
    if (isRejected()) {
      boolean isMapped = need.tier() == 0;
      throw reader.reject(
          isMapped ? OffHeapKeys.IO_ENGINE : OffHeapKeys.SIZE,
          "which with %d MB of heap and all else that the process takes %s"
              .formatted(DirectMemory.megabytes(need.heap()), shortfall()),
          "%s, lower %s, or set %s to false to start all the same"
              .formatted(
                  raise(), isMapped ? "-Xmx" : "the size or -Xmx", StrataKeys.MEMORY_CHECK.name()));
    }
  }

  /** What to say of a process that may start and does not fit. */
  Optional<String> warning() {
    return fits() || isRejected()
        ? Optional.empty()
        : Optional.of("The process %s: %s.".formatted(shortfall(), need));
  }

  private boolean fits() {
    return need.bytes() <= physical.bytes();
  }

  private boolean isRejected() {
    long most = physical.isContainers() ? need.bytes() : need.askedFor();
    return most > physical.bytes() && reader.get(StrataKeys.MEMORY_CHECK);
  }

  private String shortfall() {
    return "needs %d MB where the %s has %d MB"
        .formatted(
            DirectMemory.megabytes(need.bytes()),
            physical.isContainers() ? "container" : "machine",
            physical.bytes() >> 20);
  }

  private String raise() {
    return physical.isContainers()
        ? "raise the container's limit to %dm".formatted(DirectMemory.megabytes(need.bytes()))
        : "take a larger machine";
  }
}
