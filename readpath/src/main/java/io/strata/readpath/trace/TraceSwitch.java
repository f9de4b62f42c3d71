package io.strata.readpath.trace;

import io.strata.readpath.config.Secrets;
import io.strata.readpath.config.TraceSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Switches the recording of accesses on and off while the cache is in use. Thread-safe: request
 * threads load one volatile reference; a switch holds this object's lock. A recorder that fails
 * removes itself by a compare-and-set without the lock, since a thread that holds the lock may wait
 * for the recorder's thread.
 */
public final class TraceSwitch {
  private static final Logger LOG = LoggerFactory.getLogger(TraceSwitch.class);

  /** Maximum wait of a switch for the disk of the previous recording. */
  private static final long CLOSE_MILLIS = 30_000;

  private final AtomicReference<@Nullable TraceRecorder> recorder = new AtomicReference<>();
  private @Nullable TraceSettings settings;

  /** Returns the current recorder; null if recording is off. */
  public @Nullable TraceRecorder recorder() {
    return recorder.get();
  }

  /**
   * Applies settings. Does nothing if a recorder with equal settings runs already.
   *
   * @param facts facts about the cache, for the files' headers
   * @throws IOException if the recording cannot start; then recording is off
   */
  public synchronized void apply(TraceSettings asked, Map<String, String> facts)
      throws IOException {
    if (recorder.get() != null && asked.equals(settings)) {
      return;
    }
    stop();
    if (asked.folder().isPresent()) {
      Path folder = asked.folder().get();
      TraceRecorder next =
          new TraceRecorder(
              folder, asked, facts, CLOSE_MILLIS, failed -> recorder.compareAndSet(failed, null));
      settings = asked;
      recorder.set(next);
      next.start();
      LOG.info("Recording accesses to the cache in {}", Secrets.masked(folder.toString()));
    }
  }

  /** Stops the recording, and waits until all records are written. */
  public synchronized void stop() {
    TraceRecorder stopped = recorder.getAndSet(null);
    if (stopped != null) {
      stopped.close();
      LOG.info("Stopped recording accesses to the cache");
    }
  }
}
