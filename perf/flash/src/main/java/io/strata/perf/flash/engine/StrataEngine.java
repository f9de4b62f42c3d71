package io.strata.perf.flash.engine;

import io.strata.flash.BlockSource;
import io.strata.flash.FlashOptions;
import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.flash.FlashStore;
import io.strata.flash.Rejection;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.index.FlashIndex;
import io.strata.flash.read.FlashBlock;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.flash.ring.RingOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * Strata's flash store with HBase's block objects: it stores blocks as HBase serializes them, so
 * that both engines do the same for a read.
 */
public final class StrataEngine implements Engine {
  /** The prefix of its file names. */
  static final String FILE = "strata";

  private static final int BUFFERS_PER_DEVICE = 3;
  private static final int MARGIN = 2;
  private static final int READ_FAILURES = 8;
  private static final long PROBE_MILLIS = 10_000;
  private static final long READ_BYTES = 32L << 20;
  private static final long BEHIND_NANOS = 50_000;
  private static final UUID STORE = new UUID(1, 2);

  private final Blocks blocks;
  private final List<Path> files;
  private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
  private final FlashOptions options;
  private final FlashStore store;

  /** Opens a store. */
  public StrataEngine(Setup setup) throws IOException {
    this.blocks = setup.blocks();
    this.files = setup.files(FILE);
    this.options =
        new FlashOptions(
            files.stream()
                .map(file -> new DeviceSize(file, setup.bytes() / setup.devices()))
                .toList(),
            blocks.bytes(),
            READ_BYTES,
            new RingOptions(
                setup.regionBytes(), BUFFERS_PER_DEVICE, MARGIN, READ_FAILURES, PROBE_MILLIS),
            setup.warm() ? RecoveryOptions.warm(STORE) : RecoveryOptions.cold(),
            Encryption.none(),
            errors::add);
    this.store = new FlashStore(options);
  }

  private record Source(HFileBlock block) implements BlockSource {
    @Override
    public int length() {
      return block.getSerializedLength();
    }

    @Override
    public int attributes() {
      return 0;
    }

    @Override
    public long stamp() {
      return 0;
    }

    @Override
    public void writeTo(ByteBuffer memory) {
      block.serialize(memory, true);
    }
  }

  @Override
  public boolean read(int number) throws IOException {
    FlashBlock found = store.get(blocks.file(number), blocks.offset(number));
    if (found == null) {
      return false;
    }
    try {
      blocks.check(number, deserialize(found.bytes()));
    } finally {
      found.release();
    }
    return true;
  }

  private HFileBlock deserialize(ByteBuffer bytes) throws IOException {
    return (HFileBlock)
        HFileBlock.BLOCK_DESERIALIZER.deserialize(ByteBuff.wrap(bytes), blocks.allocator());
  }

  /** Returns the store. */
  public FlashStore store() {
    return store;
  }

  @Override
  public void insert(int number) throws IOException {
    Source source = new Source(blocks.block(number));
    Rejection rejection;
    do {
      rejection = store.insert(blocks.file(number), blocks.offset(number), source);
      if (rejection == Rejection.WRITERS_BEHIND) {
        LockSupport.parkNanos(BEHIND_NANOS);
      }
    } while (rejection == Rejection.WRITERS_BEHIND);
    if (rejection != null && rejection != Rejection.ALREADY_CACHED) {
      throw new IOException("Strata rejected a block: " + rejection + ".", errors.peek());
    }
  }

  @Override
  public void awaitWritten() throws InterruptedException {
    store.flush();
  }

  @Override
  public long blocks() {
    return store.statistics().blocks();
  }

  /**
   * Returns 0: a block that was not rejected stays until the ring wraps, and a rejection fails the
   * insert.
   */
  @Override
  public long lost(long inserted) {
    return 0;
  }

  @Override
  public OptionalLong writtenBytes() {
    return OptionalLong.of(store.statistics().writtenBytes());
  }

  /** Returns the direct memory of the index per block of its capacity. */
  public double indexBytesPerBlock() {
    long bytes = options.files().stream().mapToLong(DeviceSize::bytes).sum();
    long capacity = bytes / blocks.bytes();
    int regions = (int) (bytes / options.ring().regionBytes());
    return (double) FlashIndex.bytes(capacity, regions) / capacity;
  }

  @Override
  public List<Path> files() {
    return files;
  }

  /** Deletes the index snapshots, so that a restart has to read regions. */
  public static void deleteSnapshots(Setup setup) throws IOException {
    for (Path each : setup.files(FILE)) {
      Files.delete(each.resolveSibling(each.getFileName() + ".index"));
    }
  }

  /**
   * Closes the store.
   *
   * @throws IllegalStateException if a buffer, pin or entry leaked, or the store reported an error
   */
  @Override
  public void close() throws IOException {
    List<String> wrong = store.audit();
    store.close();
    if (!wrong.isEmpty() || !errors.isEmpty()) {
      throw new IllegalStateException("Strata's store: " + wrong + errors, errors.peek());
    }
  }
}
