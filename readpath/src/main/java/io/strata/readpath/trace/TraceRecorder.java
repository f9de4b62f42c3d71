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
 * Records accesses to the cache in files. Thread-safe.
 *
 * <p>Callers never wait. Each thread inserts into one of several rings, chosen by its id, so that
 * contention is rare. A background thread drains the rings every few milliseconds, or earlier if
 * one is half full. It writes the records with the time of the drain, so a caller reads no clock.
 * Records of one thread are written in order; those of several threads may be reordered within one
 * drain.
 *
 * <p>If a file cannot be written, the recorder logs it once and ends. Later records fill the rings
 * and are dropped.
 */
public final class TraceRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(TraceRecorder.class);

  /** Not shorter, because a wake-up costs about 10 µs of CPU time. */
  private static final long DRAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  /** Maximum time of records that a killed process loses. */
  private static final long FLUSH_MILLIS = 1_000;

  /** Small enough that a ring stays in a core's cache. */
  private static final int SLOTS = 1 << 12;

  private static final int MAX_RINGS = 32;

  /** Names and numbers of this many files take about 30 MB of heap. */
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
   * Creates the first file.
   *
   * @param facts facts about the cache, for the files' headers
   * @param closeMillis maximum wait of {@link #close} for the disk
   * @param onFailure called by the recorder's thread if it ends because of a failure
   * @throws IOException if no file can be created, or another server uses the folder, with a
   *     message for the operator
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

  /** Starts the recorder's thread. Called once. */
  void start() {
    thread.start();
  }

  /** Creates two rings per core: few to drain, and little contention. */
  private static RecordRing[] newRings() {
    int wanted = Math.min(MAX_RINGS, 2 * Runtime.getRuntime().availableProcessors());
    RecordRing[] rings = new RecordRing[Integer.highestOneBit(wanted)];
    for (int i = 0; i < rings.length; i++) {
      rings[i] = new RecordRing(SLOTS);
    }
    return rings;
  }

  // ---- called by request threads

  /**
   * Records a look-up.
   *
   * @param block the block, not released yet; null for a miss
   * @param outcome the tier that had it
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

  /** Records an insert. */
  public void offered(BlockCacheKey key, Cacheable block, boolean inMemory, boolean waiting) {
    int hints = (inMemory ? Attributes.IN_MEMORY : 0) | (waiting ? Attributes.WAITING : 0);
    record(
        RecordKind.INSERT,
        Attributes.ofInsert(classOf(block.getBlockType()), hints),
        key.getHfileName(),
        key.getOffset(),
        block.getSerializedLength());
  }

  /** Records a requested eviction of a block. */
  public void evicted(BlockCacheKey key) {
    record(RecordKind.EVICT_BLOCK, 0, key.getHfileName(), key.getOffset(), 0);
  }

  /** Records a requested eviction of blocks with offsets from {@code from} to {@code to}. */
  public void evictedRange(String file, long from, long to) {
    record(RecordKind.EVICT_RANGE, 0, file, from, to - from);
  }

  /** Records a requested eviction of a file. */
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

  // ---- the recorder's thread

  private void run() {
    try (sink) {
      long nextFlush = FLUSH_MILLIS;
      while (!closed) {
        long now = drain();
        if (now >= nextFlush) {
          sink.flush();
          nextFlush = now + FLUSH_MILLIS;
        }
        LockSupport.parkNanos(this, DRAIN_NANOS);
      }
      drain();
    } catch (IOException | RuntimeException | Error e) {
      LOG.error(
          "Stopped recording accesses to the cache after an error. Fix it and switch"
              + " strata.trace.enabled off and on by update_config: {}",
          Secrets.masked(e.toString()));
      onFailure.accept(this);
    }
  }

  /** Drains all rings; returns the time in milliseconds since the start. */
  private long drain() throws IOException {
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
   * Writes all earlier records and ends. The wait is bounded, so that a hanging disk delays neither
   * a shutdown nor a configuration change.
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
          "The disk of the recording did not respond within {} ms; the end of the recording is lost"
              + " unless it does",
          closeMillis);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
