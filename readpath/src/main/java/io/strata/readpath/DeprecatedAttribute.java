package io.strata.readpath;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A JMX attribute under its old name; the first read of it is logged. Thread-safe. */
final class DeprecatedAttribute {
  private static final Logger LOG = LoggerFactory.getLogger(DeprecatedAttribute.class);

  private final String bean;
  private final String oldName;
  private final String newName;
  private final AtomicBoolean logged = new AtomicBoolean();

  DeprecatedAttribute(String bean, String oldName, String newName) {
    this.bean = bean;
    this.oldName = oldName;
    this.newName = newName;
  }

  /** Called at each read. */
  void onRead() {
    if (!logged.getAndSet(true)) {
      LOG.warn(
          "The JMX attribute {} of {} is deprecated and removed in the next release. Read {}.",
          oldName,
          bean,
          newName);
    }
  }
}
