package io.strata.readpath.trace;

import io.strata.readpath.config.Secrets;
import io.strata.readpath.config.TraceSettings;
import io.strata.trace.Attributes;
import io.strata.trace.BlockClass;
import io.strata.trace.Outcome;
import io.strata.trace.RecordKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records accesses to files until it is closed. Thread-safe; what it is told, it is told by threads
 * that must not wait.
 *
 * <p>There are some rings of records, of which a thread uses the one that its number falls on, so
 * that two threads seldom meet. A thread of the recorder's own goes round them each few
 * milliseconds, or sooner when one is half full, and writes what it finds with the time of its
 * round, so that a record costs no reading of a clock. Records of one thread are written in their
 * order; those of several are in order but for those of the same round.
 *
 * <p>When a file cannot be written, the recorder says so in the log, once, and ends. Whoever still
 * tells it something fills the rings and goes on.
 */
public final class TraceRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(TraceRecorder.class);

  /**
   * To wake a thread takes some ten microseconds of a processor: so not more often than need be.
   */
  private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  /** What a process that is killed may lose. */
  private static final long FLUSH_MILLIS = 1_000;

  /** Few enough to stay in a processor's own cache. */
  private static final int SLOTS = 1 << 12;

  private static final int MAX_RINGS = 32;

  /** Names and numbers of so many take some 30 MB of heap. */
  private static final int MAX_FILES = 1 << 17;

  private final FileNumbers numbers = new FileNumbers(MAX_FILES);
  private final RecordRing[] rings = newRings();
  private final long startMillis = System.currentTimeMillis();
  private final long startNanos = System.nanoTime();
  private final RecordSink sink;
  private final Consumer<TraceRecorder> onFailure;
  private final long closeMillis;
  private final Thread thread;

  private volatile boolean closed;

  /**
   * Makes the first file.
   *
   * @param facts what a reader should know of the cache
   * @param closeMillis how long {@link #close} waits for the disk at most
   * @param onFailure told, by the recorder's own thread, when this ends because of a failure
   * @throws IOException when files cannot be made in the folder, or another server has it; the
   *     message is for people
   */
  TraceRecorder(
      Path folder,
      TraceSettings settings,
      Map<String, String> facts,
      long closeMillis,
      Consumer<TraceRecorder> onFailure)
      throws IOException {
    this.sink = new RecordSink(folder, settings, facts, numbers, startMillis);
    this.closeMillis = closeMillis;
    this.onFailure = onFailure;
    this.thread = new Thread(this::run, "strata-trace");
    thread.setDaemon(true);
  }

  /** Begins to write what it is told; to be called once. */
  void start() {
    thread.start();
  }

  /** Twice as many as processors: few enough to go round, and threads seldom meet. */
  private static RecordRing[] newRings() {
    int wanted = Math.min(MAX_RINGS, 2 * Runtime.getRuntime().availableProcessors());
    RecordRing[] rings = new RecordRing[Integer.highestOneBit(wanted)];
    for (int i = 0; i < rings.length; i++) {
      rings[i] = new RecordRing(SLOTS);
    }
    return rings;
  }

  // ---- for the threads that serve

  /**
   * The cache was asked for a block.
   *
   * @param block what was found, which the caller has not released; null when nothing was
   * @param outcome where it was found
   */
  public void lookedUp(
      BlockCacheKey key,
      @Nullable Cacheable block,
      Outcome outcome,
      boolean caching,
      boolean repeat,
      boolean counted) {
    int hints =
        (caching ? Attributes.CACHING : 0)
            | (repeat ? Attributes.REPEAT : 0)
            | (counted ? Attributes.COUNTED : 0);
    BlockType type = block == null ? key.getBlockType() : block.getBlockType();
    record(
        RecordKind.LOOKUP,
        Attributes.ofLookup(classOf(type), outcome, hints),
        key.getHfileName(),
        key.getOffset(),
        block == null ? 0 : block.getSerializedLength());
  }

  /** A block was offered to the cache. */
  public void offered(BlockCacheKey key, Cacheable block, boolean inMemory, boolean waiting) {
    int hints = (inMemory ? Attributes.IN_MEMORY : 0) | (waiting ? Attributes.WAITING : 0);
    record(
        RecordKind.INSERT,
        Attributes.ofInsert(classOf(block.getBlockType()), hints),
        key.getHfileName(),
        key.getOffset(),
        block.getSerializedLength());
  }

  /** A block was to be evicted. */
  public void evicted(BlockCacheKey key) {
    record(RecordKind.EVICT_BLOCK, 0, key.getHfileName(), key.getOffset(), 0);
  }

  /** The blocks that begin from {@code from} to {@code to} were to be evicted. */
  public void evictedRange(String file, long from, long to) {
    record(RecordKind.EVICT_RANGE, 0, file, from, to - from);
  }

  /** All blocks of a file were to be evicted. */
  public void evictedFile(String file) {
    record(RecordKind.EVICT_FILE, 0, file, 0, 0);
  }

  private void record(RecordKind kind, int attributes, String file, long offset, long length) {
    RecordRing ring = rings[(int) Thread.currentThread().getId() & (rings.length - 1)];
    int number = numbers.of(file);
    if (number == FileNumbers.NONE) {
      ring.drop();
      return;
    }
    if (PackedRecord.fits(length)) {
      if (ring.offer(PackedRecord.of(kind.code(), attributes, number, length), offset)) {
        LockSupport.unpark(thread);
      }
    } else {
      long first = PackedRecord.of(kind.code(), attributes, number, 0);
      ring.offerPair(PackedRecord.LENGTH, length, first, offset);
    }
  }

  private static BlockClass classOf(@Nullable BlockType type) {
    if (type == null) {
      return BlockClass.UNKNOWN;
    }
    return switch (type.getCategory()) {
      case DATA -> BlockClass.DATA;
      case INDEX -> BlockClass.INDEX;
      case BLOOM -> BlockClass.BLOOM;
      case META -> BlockClass.META;
      default -> BlockClass.UNKNOWN;
    };
  }

  // ---- the recorder's own thread

  private void run() {
    try (sink) {
      long nextFlush = FLUSH_MILLIS;
      while (!closed) {
        long now = round();
        if (now >= nextFlush) {
          sink.flush();
          nextFlush = now + FLUSH_MILLIS;
        }
        LockSupport.parkNanos(this, ROUND_NANOS);
      }
      round();
    } catch (IOException | RuntimeException | Error e) {
      LOG.error(
          "Accesses to the cache are no longer recorded; mend this and let update_config switch"
              + " strata.trace.enabled off and on: {}",
          Secrets.masked(e.toString()));
      onFailure.accept(this);
    }
  }

  /** Returns the time of it, in milliseconds since the start. */
  private long round() throws IOException {
    long now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    sink.setTime(startMillis + now);
    long dropped = 0;
    for (RecordRing ring : rings) {
      ring.drainTo(sink);
      dropped += ring.takeDropped();
    }
    sink.dropped(dropped);
    return now;
  }

  /**
   * Writes what was recorded before, and ends. Waits for that for a bounded time: a disk that hangs
   * holds up neither a stop nor a change of the configuration.
   */
  void close() {
    closed = true;
    LockSupport.unpark(thread);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(closeMillis);
    boolean interrupted = false;
    long left = closeMillis;
    while (thread.isAlive() && left > 0) {
      try {
        thread.join(left);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
    }
    if (thread.isAlive()) {
      LOG.warn(
          "The disk of the recorded accesses did not answer within {} ms; the end of the recording"
              + " is lost unless it does",
          closeMillis);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
