package io.strata.perf.bench;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Header;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.memory.SparseFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Memory for stores larger than the memory of the machine. Each bucket has pages of its own for its
 * headers. The pages of its slots are mapped at the addresses of many buckets, so blocks overwrite
 * each other, but copying takes the time that it takes in real memory: the pages exist from the
 * start, and exceed the caches of the processor. For Linux. Thread-safe.
 */
final class AliasedMemory implements BucketMemory {
  private static final int PAGE_BYTES = 4 << 10;

  /** The headers of a bucket of the smallest slots. */
  private static final int HEADER_BYTES =
      BucketLayout.slots(BucketLayout.MIN_SLOT_BYTES, 0) * Header.BYTES;

  /** The maximum bytes of a bucket that are shared. */
  private static final int SHARED_BYTES =
      (BucketLayout.BUCKET_BYTES - HEADER_BYTES) / PAGE_BYTES * PAGE_BYTES;

  /** Two gigabytes of buckets. */
  private static final int APART = 1 << 10;

  /** Mappings of the process besides the buckets. */
  private static final int OTHER_MAPPINGS = 5_000;

  private static final int READ_WRITE = 2;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_SHARED_FIXED_POPULATE = 0x8011;

  private final Path folder;
  private final SparseFile headers;
  private final int apart;

  /**
   * @param folder folder for the files, on tmpfs
   */
  AliasedMemory(Path folder) {
    this(folder, APART);
  }

  /**
   * @param apart number of consecutive buckets that do not share pages with each other
   */
  AliasedMemory(Path folder, int apart) {
    this.folder = folder;
    this.headers = new SparseFile(folder);
    this.apart = apart;
  }

  /** Returns the number of mappings that a process with a store of this many bytes needs. */
  static int mappings(long bytes) {
    return (int) (2 * (bytes / BucketLayout.BUCKET_BYTES)) + OTHER_MAPPINGS;
  }

  @Override
  public BucketBuffer[] allocate(int buckets) {
    BucketBuffer[] all = headers.allocate(buckets);
    try {
      Path path = Files.createTempFile(folder, "slots", ".shared");
      try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
        file.setLength((long) apart * SHARED_BYTES);
        share(all, path);
      } finally {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot map a file in " + folder + ": " + e.getMessage(), e);
    }
    return all;
  }

  private void share(BucketBuffer[] all, Path path) throws IOException {
    int file = LibC.INSTANCE.open(path.toString(), READ_WRITE);
    if (file < 0) {
      throw new IOException("open: error " + Native.getLastError());
    }
    try {
      for (int i = 0; i < all.length; i++) {
        share(all[i], file, (long) (i % apart) * SHARED_BYTES);
      }
    } finally {
      LibC.INSTANCE.close(file);
    }
  }

  /** Maps a part of the file over the pages that have only slots. */
  private static void share(BucketBuffer bucket, int file, long offset) throws IOException {
    long address =
        Pointer.nativeValue(Native.getDirectBufferPointer(bucket.allocation())) + bucket.offset();
    long from = (address + HEADER_BYTES + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    long to = (address + BucketLayout.BUCKET_BYTES) / PAGE_BYTES * PAGE_BYTES;
    Pointer mapped =
        LibC.INSTANCE.mmap(
            new Pointer(from),
            new NativeLong(to - from),
            PROT_READ_WRITE,
            MAP_SHARED_FIXED_POPULATE,
            file,
            new NativeLong(offset));
    if (Pointer.nativeValue(mapped) != from) {
      throw new IOException("mmap: error " + Native.getLastError());
    }
  }

  /** Functions of the C library; see {@code man 2 mmap}. */
  private interface LibC extends Library {
    LibC INSTANCE = Native.load("c", LibC.class);

    int open(String path, int flags);

    int close(int file);

    Pointer mmap(
        Pointer address, NativeLong length, int protection, int flags, int file, NativeLong offset);
  }
}
