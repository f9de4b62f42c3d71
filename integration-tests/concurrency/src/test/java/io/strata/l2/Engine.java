package io.strata.l2;

import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.BlockDecompressor;
import io.strata.l2.compress.Compression;
import io.strata.l2.compress.Compressors;
import io.strata.l2.count.BlockKinds;
import io.strata.l2.evict.Allocator;
import io.strata.l2.evict.Compactor;
import io.strata.l2.evict.Evictor;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.evict.VictimSelection;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Header;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.pack.Packer;
import io.strata.l2.pack.Unpacker;
import io.strata.l2.policy.Policies;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.pool.SizeLearner;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.write.WriteOptions;
import io.strata.l2.write.WritePath;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * The components of a store, wired as {@link BlockStore} wires them, but without threads, and so
 * small that a test can have a new one for each sample: one slot to a bucket, of whose memory only
 * the header and a few bytes exist.
 */
public final class Engine {
  /** The bytes of every block in one slot. */
  public static final int BLOCK_BYTES = 32;

  /** The results of a lookup. */
  public static final String NOTHING = "nothing";

  public static final String OWN = "own";
  public static final String WRONG = "wrong";

  private static final SizeClasses ONE_SLOT_TO_A_BUCKET =
      SizeClasses.of(BucketLayout.MAX_SLOT_BYTES);

  /** The smaller slots fill a bucket as well, and blocks of the larger fit into them packed. */
  private static final SizeClasses TWO_SIZES =
      SizeClasses.of(BucketLayout.MAX_SLOT_BYTES * 6 / 7, BucketLayout.MAX_SLOT_BYTES);

  public final SlotTable slots;
  public final HashIndex index;
  public final FileTable files;
  public final BucketPool pool;
  public final Evictor evictor;

  /** Has a single chain, so that all blocks collide. */
  public Engine(int buckets) {
    this(buckets, 1);
  }

  public Engine(int buckets, int chains) {
    this(buckets, chains, ONE_SLOT_TO_A_BUCKET);
  }

  /**
   * An engine with slots of two sizes, so that blocks of the larger are packed into the smaller.
   */
  public static Engine ofTwoSizes(int buckets, int chains) {
    return new Engine(buckets, chains, TWO_SIZES);
  }

  /** An engine that is resized; its background tasks go to the executor. */
  static Engine resized(int buckets, Executor background) {
    return new Engine(buckets, 1, ONE_SLOT_TO_A_BUCKET, background);
  }

  private Engine(int buckets, int chains, SizeClasses sizes) {
    this(buckets, chains, sizes, Runnable::run);
  }

  private Engine(int buckets, int chains, SizeClasses sizes, Executor background) {
    slots = new SlotTable(Memory.take(buckets), Policies.LRU.make(1 << 20, 16));
    index = new HashIndex(slots, HashIndex.heads(chains));
    files = new FileTable(slots);
    pool = new BucketPool(slots, sizes, background);
    evictor = new Evictor(slots, index, files, pool);
  }

  /** Returns the components. */
  public StoreCore core() {
    return new StoreCore(slots, index, files, pool, evictor);
  }

  /** Returns the selection of victims. */
  public VictimSelection selection() {
    return new VictimSelection(core());
  }

  /** Returns an allocator. */
  public Allocator allocator() {
    VictimSelection selection = selection();
    return new Allocator(core(), selection, new Compactor(core(), selection, Runnable::run));
  }

  /** Returns options by which the inserting thread copies the block. */
  public static WriteOptions withoutWriters() {
    return new WriteOptions(Long.MAX_VALUE, 0, 2, Integer.MAX_VALUE, BlockKinds.ONE, Engine::fail);
  }

  /** Returns an unpacker of the blocks of {@link #putPacked}. */
  public Unpacker unpacker() {
    Compressors known = new Compressors(List.of(new Generator(), new Shortener()));
    Allocator allocator = allocator();
    SizeLearner learner = new SizeLearner(pool, Runnable::run);
    Packer packer = new Packer(core(), allocator, learner, Compression.NONE, Engine::fail);
    return new Unpacker(core(), allocator, known, packer, Engine::fail);
  }

  /** Returns a compressor for the blocks of {@link #putVictim}. */
  public static BlockCompressor compressor() {
    return new Shortener();
  }

  private static void fail(Throwable error) {
    throw new AssertionError(error);
  }

  /** Puts a block that is to be packed into a slot of the largest size; returns the slot. */
  public int putVictim(FileBlocks file, long offset) {
    int handle = take(pool.classFor(pool.sizes().largest()));
    publish(handle, file, offset);
    slots.setMeta(handle, Meta.victim(slots.meta(handle)));
    return handle;
  }

  /** Puts a packed block of {@link #BLOCK_BYTES} into a free slot; returns the slot. */
  public int putPacked(FileBlocks file, long offset) {
    int handle = take();
    fillPacked(handle, file.id(), offset);
    files.link(file, handle);
    index.link(handle);
    slots.setMeta(handle, Meta.visible(slots.meta(handle), 0));
    return handle;
  }

  /** As {@link #fill}, for a packed block. */
  public void fillPacked(int handle, long fileId, long offset) {
    slots.describe(
        handle,
        fileId,
        offset,
        BLOCK_BYTES | Header.PACKED,
        word(fileId, offset, -1),
        word(fileId, offset, -2));
    slots
        .view(handle, BLOCK_BYTES)
        .putInt(Generator.ID << 24 | BLOCK_BYTES)
        .putLong(fileId)
        .putLong(offset);
  }

  /** As {@link #read(long, long)}, if the block may be packed. */
  public String read(Unpacker unpacker, long fileId, long offset) {
    int handle = index.findAndPin(fileId, offset, true);
    if (handle != Handle.NONE && slots.isPacked(handle)) {
      handle = unpacker.unpack(handle, true);
    }
    if (handle == Handle.NONE) {
      return NOTHING;
    }
    boolean own = !slots.isPacked(handle) && holds(handle, fileId, offset);
    unpin(handle);
    return own ? OWN : WRONG;
  }

  /** Generates a block from its key. */
  private static final class Generator implements BlockDecompressor {
    static final int ID = 7;

    @Override
    public int id() {
      return ID;
    }

    @Override
    public String title() {
      return "generator";
    }

    @Override
    public void decompress(ByteBuffer from, ByteBuffer to) {
      write(to, from.getLong(0), from.getLong(Long.BYTES));
    }
  }

  /** Omits the last word of a block, which follows from the first. */
  private static final class Shortener implements BlockCompressor {
    static final int ID = 8;
    static final int KEPT_BYTES = BLOCK_BYTES - Long.BYTES;

    @Override
    public int id() {
      return ID;
    }

    @Override
    public String title() {
      return "shortener";
    }

    @Override
    public int maxCompressedBytes(int bytes) {
      return KEPT_BYTES;
    }

    @Override
    public void compress(ByteBuffer from, ByteBuffer to) {
      to.put(from.slice(from.position(), KEPT_BYTES));
    }

    @Override
    public void decompress(ByteBuffer from, ByteBuffer to) {
      long first = from.getLong(from.position());
      to.put(from.duplicate());
      to.putLong(mixed(unmixed(first) + KEPT_BYTES / Long.BYTES));
    }
  }

  /** Returns a write path without writer threads. */
  public WritePath<Block> writePath() {
    return new WritePath<>(
        core(), allocator(), new SizeLearner(pool, Runnable::run), withoutWriters());
  }

  /** Formats a bucket that stays free, as a target for blocks that are moved. */
  public void format() {
    pool.formatEmptyBucket(sizeClass());
  }

  /** Returns the only size class, or the smaller one. */
  public SizeClass sizeClass() {
    return pool.classFor(BLOCK_BYTES);
  }

  /** Takes a free slot, in a bucket of its own. */
  public int take() {
    return take(sizeClass());
  }

  private int take(SizeClass from) {
    int handle = pool.takeFree(from);
    while (handle == Handle.NONE && pool.formatEmptyBucket(from)) {
      handle = pool.takeFree(from);
    }
    return handle;
  }

  /** Returns the id of the file that is opened first, second and so on. */
  public static long idOf(String name, int turn) {
    return (long) turn << Integer.SIZE | Integer.toUnsignedLong(name.hashCode());
  }

  /** Returns the file of that name, which stays open. */
  public FileBlocks open(String name) {
    return files.enter(name);
  }

  /** Puts a block into a free slot; returns the slot. */
  public int put(FileBlocks file, long offset) {
    int handle = take();
    publish(handle, file, offset);
    return handle;
  }

  /** Fills and publishes a slot in the order of a writer; returns false if the file is closed. */
  public boolean publish(int handle, FileBlocks file, long offset) {
    fill(handle, file.id(), offset);
    if (!files.link(file, handle)) {
      pool.release(handle);
      return false;
    }
    index.link(handle);
    slots.setMeta(handle, Meta.visible(slots.meta(handle), 0));
    return true;
  }

  /** Writes a block, its key and its words into a slot that the caller owns. */
  public void fill(int handle, long fileId, long offset) {
    slots.describe(
        handle, fileId, offset, BLOCK_BYTES, word(fileId, offset, -1), word(fileId, offset, -2));
    write(handle, fileId, offset);
  }

  /** Writes the bytes of a block, or of a part of one. */
  public void write(int handle, long fileId, long offset) {
    write(slots.view(handle, BLOCK_BYTES), fileId, offset);
  }

  static void write(ByteBuffer view, long fileId, long offset) {
    for (int i = 0; view.hasRemaining(); i++) {
      view.putLong(word(fileId, offset, i));
    }
  }

  /** Looks a block up and checks everything about it. */
  public String read(long fileId, long offset) {
    int handle = index.findAndPin(fileId, offset, true);
    if (handle == Handle.NONE) {
      return NOTHING;
    }
    boolean own = holds(handle, fileId, offset);
    unpin(handle);
    return own ? OWN : WRONG;
  }

  /** Returns whether a pinned slot holds this block, and nothing of another. */
  public boolean holds(int handle, long fileId, long offset) {
    return slots.fileId(handle) == fileId
        && slots.offset(handle) == offset
        && slots.length(handle) == BLOCK_BYTES
        && slots.attributes(handle) == word(fileId, offset, -1)
        && slots.stamp(handle) == word(fileId, offset, -2)
        && contains(handle, fileId, offset);
  }

  /** Returns whether the bytes in a slot are those of this block. */
  public boolean contains(int handle, long fileId, long offset) {
    ByteBuffer view = slots.view(handle, BLOCK_BYTES);
    for (int i = 0; view.hasRemaining(); i++) {
      if (view.getLong() != word(fileId, offset, i)) {
        return false;
      }
    }
    return true;
  }

  /** Releases a pin as {@link BlockStore#unpin} does. */
  public void unpin(int handle) {
    if (slots.unpin(handle)) {
      pool.release(handle);
    }
  }

  /**
   * Returns the number of blocks; or what is wrong: each bucket must be in one state, and the
   * totals must be those of the slots.
   */
  public String audit() {
    int visible = 0;
    int free = 0;
    int parts = 0;
    long bytes = 0;
    long freeBytes = 0;
    long packed = 0;
    for (int bucket = 0; bucket < slots.buckets(); bucket++) {
      if (pool.bucket(bucket) == null) {
        continue;
      }
      var formatted = Objects.requireNonNull(pool.bucket(bucket));
      int handle = formatted.handle(0);
      long meta = slots.meta(handle);
      if (Meta.pins(meta) != 0) {
        return "pinned";
      }
      if (Meta.isVisible(meta)) {
        visible++;
        bytes += slots.length(handle);
        packed += slots.isPacked(handle) ? 1 : 0;
      } else if (Meta.state(meta) == Meta.PART) {
        parts++;
      } else if (Meta.state(meta) != Meta.FREE) {
        return "state " + Meta.state(meta);
      }
      if (formatted.freeSlots() != onStack(formatted)
          || formatted.freeSlots() != (Meta.state(meta) == Meta.FREE ? 1 : 0)) {
        return "freed " + formatted.freeSlots() + " times";
      }
      free += formatted.freeSlots();
      freeBytes += (long) formatted.freeSlots() * formatted.sizeClass().slotBytes();
    }
    if (visible != files.blocks() || bytes != files.bytes()) {
      return visible + " visible, " + files.blocks() + " counted";
    }
    if (packed != files.packedBlocks()) {
      return packed + " packed, " + files.packedBlocks() + " counted as packed";
    }
    String balance = balance(freeBytes);
    if (!balance.isEmpty()) {
      return balance;
    }
    if (visible + parts + free + pool.emptyBuckets() != pool.liveBuckets()) {
      return "slot lost";
    }
    return visible == 0 ? "no block" : visible == 1 ? "1 block" : visible + " blocks";
  }

  /** Returns what is wrong with the counts of free slots, or an empty string; nothing is owed. */
  private String balance(long free) {
    long counted = 0;
    long victims = 0;
    for (SizeClass each : pool.knownClasses()) {
      counted += each.balance().free();
      victims += each.balance().surplus() - each.balance().free();
    }
    if (counted != free) {
      return free + " bytes free, " + counted + " counted";
    }
    long empty = (long) pool.emptyBuckets() * BucketLayout.BUCKET_BYTES;
    long inAll = pool.total().surplus() - victims - empty;
    return inAll == free ? "" : free + " bytes free, " + inAll + " in all";
  }

  /** Returns a word of a block; the indexes of the caller's two words are negative. */
  static long word(long fileId, long offset, int at) {
    return mixed((fileId * 0x9E3779B97F4A7C15L + offset) * 0xC2B2AE3D27D4EB4FL + at);
  }

  private static long mixed(long h) {
    return h ^ (h >>> 29);
  }

  private static long unmixed(long h) {
    return h ^ (h >>> 29) ^ (h >>> 58);
  }

  private static long onStack(FormattedBucket formatted) {
    return Arrays.stream(formatted.stack()).filter(slot -> slot != Handle.NONE).distinct().count();
  }
}
