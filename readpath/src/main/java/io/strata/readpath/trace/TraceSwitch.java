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
 * Switches the recording of accesses on and off while the cache serves. Thread-safe: whoever serves
 * loads one volatile reference; who switches holds this object's lock. A recorder that fails takes
 * itself away by a compare-and-set, without the lock: its thread may be waited for under it.
 */
public final class TraceSwitch {
  private static final Logger LOG = LoggerFactory.getLogger(TraceSwitch.class);

  /** How long a switch waits for the disk of the recording before. */
  private static final long CLOSE_MILLIS = 30_000;

  private final AtomicReference<@Nullable TraceRecorder> recorder = new AtomicReference<>();
  private @Nullable TraceSettings settings;

  /** Who is to be told of accesses; null when nothing is recorded. */
  public @Nullable TraceRecorder recorder() {
    return recorder.get();
  }

  /**
   * Records from now on as it is asked to, unless that is what is done already.
   *
   * @param facts what a reader should know of the cache
   * @throws IOException when nothing can be recorded there; then nothing is
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
      LOG.info("Accesses to the cache are recorded in {}", Secrets.masked(folder.toString()));
    }
  }

  /** Records nothing any more, and waits until what was recorded before is written. */
  public synchronized void stop() {
    TraceRecorder stopped = recorder.getAndSet(null);
    if (stopped != null) {
      stopped.close();
      LOG.info("Accesses to the cache are no longer recorded");
    }
  }
}
