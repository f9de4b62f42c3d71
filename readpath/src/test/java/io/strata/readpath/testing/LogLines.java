package io.strata.readpath.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.apache.log4j.spi.ThrowableInformation;

/** Captures the log of the process until it is closed, with stack traces. Thread-safe. */
public final class LogLines extends AppenderSkeleton implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();

  public LogLines() {
    Logger.getRootLogger().addAppender(this);
  }

  @Override
  protected void append(LoggingEvent event) {
    lines.add(event.getRenderedMessage());
    ThrowableInformation thrown = event.getThrowableInformation();
    if (thrown != null) {
      lines.addAll(List.of(thrown.getThrowableStrRep()));
    }
  }

  /** Returns the lines logged so far. */
  public List<String> lines() {
    return lines;
  }

  @Override
  public boolean requiresLayout() {
    return false;
  }

  @Override
  public void close() {
    Logger.getRootLogger().removeAppender(this);
  }
}
