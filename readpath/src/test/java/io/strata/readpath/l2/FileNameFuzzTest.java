package io.strata.readpath.l2;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.strata.l2.StoreOptions;
import io.strata.l2.layout.CapacityPlan;
import io.strata.readpath.testing.PlainCacheable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/**
 * Tests with any file names and offsets that a key finds its own block only, and that the eviction
 * of a file evicts the blocks of that file only.
 */
@Tag("fuzz")
class FileNameFuzzTest {
  private static final int MAX_STEPS = 40;
  private static final int RUNS_BETWEEN_AUDITS = 512;

  private static final OffHeapBlockCache CACHE =
      new OffHeapBlockCache(StoreOptions.ofBytes(CapacityPlan.MIN_BYTES), 1);
  private static int runs;

  /** The expected contents of the cache: by file, the text of each block by offset. */
  private final Map<String, TreeMap<Long, String>> model = new HashMap<>();

  @AfterAll
  static void nothingLeaked() throws InterruptedException {
    audit();
    CACHE.shutdown();
  }

  private static void audit() throws InterruptedException {
    CACHE.awaitQuiet();
    assertThat(CACHE.audit()).isEmpty();
    assertThat(CACHE.getBlockCount()).isZero();
  }

  @FuzzTest
  void aKeyFindsItsOwnBlock(FuzzedDataProvider data) throws InterruptedException {
    model.clear();
    List<String> names = List.of(name(data), name(data), name(data));
    for (int step = 0; step < MAX_STEPS && data.remainingBytes() > 0; step++) {
      act(data, data.pickValue(names));
    }
    for (String name : names) {
      TreeMap<Long, String> blocks = model.remove(name);
      int cached = blocks == null ? 0 : blocks.size();
      assertThat(CACHE.evictBlocksByHfileName(name)).as("blocks of %s", name).isEqualTo(cached);
    }
    if (++runs % RUNS_BETWEEN_AUDITS == 0) {
      audit();
    }
  }

  private void act(FuzzedDataProvider data, String name) {
    long offset = data.consumeBoolean() ? data.consumeLong() : data.consumeInt(0, 3);
    BlockCacheKey key = key(data, name, offset);
    TreeMap<Long, String> blocks = model.computeIfAbsent(name, file -> new TreeMap<>());
    switch (data.consumeInt(0, 5)) {
      case 0, 1 -> {
        if (!blocks.containsKey(offset)) {
          blocks.put(offset, text(name, offset));
          CACHE.cacheBlock(key, new PlainCacheable(text(name, offset)));
        }
      }
      case 2 -> assertThat(CACHE.evictBlock(key)).isEqualTo(blocks.remove(offset) != null);
      case 3 -> {
        // Often the exact offset of a block, since both ends are inclusive.
        long to = data.consumeBoolean() ? data.consumeLong() : offset + data.consumeInt(0, 3);
        int evicted = 0;
        for (long each : List.copyOf(blocks.keySet())) {
          if (each >= offset && each <= to) {
            blocks.remove(each);
            evicted++;
          }
        }
        assertThat(CACHE.evictBlocksRangeByHfileName(name, offset, to)).isEqualTo(evicted);
      }
      default -> {}
    }
    String expected = textOf(name, offset);
    assertThat(CACHE.isAlreadyCached(key)).hasValue(expected != null);
    PlainCacheable found = (PlainCacheable) CACHE.getBlock(key, true, false, false);
    assertThat(found == null ? null : found.text()).isEqualTo(expected);
    if (found != null) {
      found.release();
    }
  }

  /** Returns the block under this name, or, for a half-file reference, under that of the whole. */
  private @Nullable String textOf(String name, long offset) {
    String text = model.getOrDefault(name, new TreeMap<>()).get(offset);
    int end = name.lastIndexOf('.');
    return text != null || end < 0
        ? text
        : model.getOrDefault(name.substring(0, end), new TreeMap<>()).get(offset);
  }

  /** Returns a key with or without path, as HBase makes both. */
  private static BlockCacheKey key(FuzzedDataProvider data, String name, long offset) {
    if (data.consumeBoolean()) {
      try {
        Path path = new Path("/hbase/data/default/t/region/f", name);
        if (path.getName().equals(name)) {
          return new BlockCacheKey(path, offset, true, BlockType.DATA);
        }
      } catch (IllegalArgumentException e) {
        // Not a valid path for Hadoop.
      }
    }
    return new BlockCacheKey(name, offset, data.consumeBoolean(), BlockType.DATA);
  }

  /** Returns the name of a file, a half-file reference, a link, a MOB file, or any string. */
  private static String name(FuzzedDataProvider data) {
    String hex = Long.toHexString(data.consumeLong());
    return switch (data.consumeInt(0, 6)) {
      case 0 -> hex;
      case 1 -> hex + "." + Long.toHexString(data.consumeLong());
      case 2 -> "default=t=" + Long.toHexString(data.consumeLong()) + "-" + hex;
      case 3 -> hex + "20260101" + hex + "_" + hex;
      case 4 -> data.consumeString(8).repeat(data.consumeInt(0, 10_000));
      case 5 -> hex + "_SeqId_" + data.consumeInt() + "_";
      default -> data.consumeString(40);
    };
  }

  /** Returns a text that is distinct for distinct names, even if their encodings are equal. */
  private static String text(String name, long offset) {
    return name.length() + " " + name.hashCode() + " " + offset + " " + name.chars().sum();
  }
}
