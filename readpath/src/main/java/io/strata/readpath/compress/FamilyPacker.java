package io.strata.readpath.compress;

import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.Compressors;
import io.strata.l2.compress.FilePacker;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Packs small blocks with a dictionary of their family, where that saves at least a tenth. For one
 * thread, the packer's.
 *
 * <pre>
 *            trained               saves a tenth
 *   SAMPLING --------&gt; TRIAL -----------------------&gt; USED
 *       ^                |                                  |
 *       |                +--------&gt; NEVER                  |
 *       |                                                  |
 *       +--------------------------------------------------+
 *                     saves less: the data has changed
 * </pre>
 *
 * Until a dictionary is used, blocks are packed without one. In the trial each block, and then one
 * of many, is packed both ways. A family whose dictionary of an earlier process is known begins
 * with the trial, and with samples if that fails.
 *
 * <p>Costs: a few families at a time keep samples, of up to {@link #SAMPLE_BYTES} on the heap each.
 * At most {@link Dictionaries#MAX} families have a compressor; one more replaces that which was not
 * used for longest.
 */
public final class FamilyPacker implements FilePacker, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FamilyPacker.class);

  /** Larger blocks gain little; HBase's blocks are somewhat larger than configured. */
  static final int MAX_BLOCK_BYTES = 20 << 10;

  /** Samples from which a dictionary is trained. */
  static final int SAMPLE_BYTES = 2 << 20;

  /** Maximum length of a dictionary. */
  static final int DICTIONARY_BYTES = 64 << 10;

  /** Maximum number of families that collect samples at the same time. */
  private static final int MAX_SAMPLING = 4;

  /** A family without a sample among this many small blocks gives up its place. */
  private static final long MAX_IDLE_BLOCKS = 1 << 14;

  /** Number of blocks packed both ways for a verdict. */
  static final int COMPARISONS = 32;

  /** Of a family that uses a dictionary, one block of this many is packed both ways. */
  private static final int COMPARISON_INTERVAL = 64;

  /** Minimum saving of a dictionary, as one part of this many. */
  private static final int MIN_SAVING = 10;

  /** The algorithm that a dictionary may replace. */
  private static final String ALGORITHM = "zstd";

  private enum Stage {
    SAMPLING,
    TRIAL,
    USED,
    NEVER
  }

  private static final class Family {
    private final String name;
    private Stage stage = Stage.SAMPLING;
    private List<byte[]> samples = List.of();
    private int sampledBytes;
    private long lastSample;
    private @Nullable Dictionary dictionary;
    private NativeZstd.@Nullable Compressor compressor;

    /** Whether the dictionary is of this process. */
    private boolean trained;

    private int sinceComparison;
    private int comparisons;
    private long plainBytes;
    private long bytes;

    Family(String name) {
      this.name = name;
    }

    boolean hasCompressor() {
      return compressor != null;
    }

    long lastUse() {
      return dictionary == null ? 0 : dictionary.lastUse();
    }
  }

  private final Dictionaries dictionaries;
  private final Function<String, @Nullable String> familyOf;
  private final Map<String, Family> families = new HashMap<>();
  private final List<Family> sampling = new ArrayList<>();
  private @Nullable Family due;
  private long blocks;

  /**
   * @param familyOf returns the family of a file; null if it is unknown, or may be encrypted
   */
  public FamilyPacker(Dictionaries dictionaries, Function<String, @Nullable String> familyOf) {
    this.dictionaries = dictionaries;
    this.familyOf = familyOf;
  }

  @Override
  public int pack(String file, BlockCompressor by, ByteBuffer raw, ByteBuffer to) {
    boolean small = by.title().equals(ALGORITHM) && raw.remaining() <= MAX_BLOCK_BYTES;
    String name = small ? familyOf.apply(file) : null;
    if (name == null) {
      return Compressors.pack(by, raw, to);
    }
    blocks++;
    Family family = familyNamed(name);
    return switch (family.stage) {
      case SAMPLING -> {
        sample(family, raw);
        yield Compressors.pack(by, raw, to);
      }
      case TRIAL -> {
        compare(family, by, raw, to.duplicate());
        yield Compressors.pack(by, raw, to);
      }
      case USED -> {
        if (family.dictionary == null || !dictionaries.isKnown(family.dictionary)) {
          restart(family);
          yield Compressors.pack(by, raw, to);
        }
        if (++family.sinceComparison >= COMPARISON_INTERVAL) {
          family.sinceComparison = 0;
          compare(family, by, raw, to.duplicate());
        }
        int bytes = packWithDictionary(family, raw, to);
        yield bytes > 0 ? bytes : Compressors.pack(by, raw, to);
      }
      case NEVER -> Compressors.pack(by, raw, to);
    };
  }

  private Family familyNamed(String name) {
    Family family = families.get(name);
    if (family == null) {
      family = new Family(name);
      Dictionary known = dictionaries.newestOf(name);
      if (known != null) {
        begin(family, known);
      }
      families.put(name, family);
    }
    return family;
  }

  private void begin(Family family, Dictionary dictionary) {
    if (compressors() >= Dictionaries.MAX) {
      forgetOne();
    }
    family.dictionary = dictionary;
    family.trained = false;
    family.compressor = dictionary.compressor();
    family.stage = Stage.TRIAL;
  }

  /** Returns the number of compressors. */
  int compressors() {
    return (int) families.values().stream().filter(Family::hasCompressor).count();
  }

  /** Forgets the family whose dictionary was not used for longest; its next block adds it again. */
  private void forgetOne() {
    families.values().stream()
        .filter(Family::hasCompressor)
        .min(Comparator.comparingLong(Family::lastUse))
        .ifPresent(
            oldest -> {
              restart(oldest);
              families.remove(oldest.name);
            });
  }

  private void sample(Family family, ByteBuffer raw) {
    if (!sampling.contains(family)) {
      sampling.removeIf(each -> blocks - each.lastSample > MAX_IDLE_BLOCKS && drop(each));
      if (sampling.size() >= MAX_SAMPLING) {
        return;
      }
      sampling.add(family);
      family.samples = new ArrayList<>();
    }
    byte[] bytes = new byte[raw.remaining()];
    raw.get(raw.position(), bytes);
    family.samples.add(bytes);
    family.sampledBytes += bytes.length;
    family.lastSample = blocks;
    if (family.sampledBytes >= SAMPLE_BYTES) {
      due = family;
    }
  }

  private static boolean drop(Family family) {
    family.samples = List.of();
    family.sampledBytes = 0;
    return true;
  }

  /** Packs a block both ways, at a position of {@code to} that the caller overwrites. */
  private void compare(Family family, BlockCompressor by, ByteBuffer raw, ByteBuffer to) {
    int plain = Compressors.pack(by, raw, to.duplicate());
    int bytes = packWithDictionary(family, raw, to);
    family.plainBytes += plain;
    family.bytes += bytes > 0 ? bytes : plain;
    if (++family.comparisons >= COMPARISONS) {
      due = family;
    }
  }

  /** Returns the length of the packed block, or 0 if it did not fit. */
  private static int packWithDictionary(Family family, ByteBuffer raw, ByteBuffer to) {
    Dictionary dictionary = family.dictionary;
    NativeZstd.Compressor by = family.compressor;
    if (dictionary == null || by == null) {
      return 0;
    }
    int begin = to.position();
    Compressors.putPrefix(Dictionaries.ID, raw.remaining(), to);
    if (!Dictionaries.compress(dictionary, by, raw, to)) {
      to.position(begin);
      return 0;
    }
    return to.position() - begin;
  }

  // ---- between two blocks

  @Override
  public void work() {
    Family family = due;
    if (family == null) {
      return;
    }
    due = null;
    if (family.stage == Stage.SAMPLING) {
      train(family);
    } else {
      judge(family);
    }
  }

  private void train(Family family) {
    byte[] content = NativeZstd.train(family.samples, DICTIONARY_BYTES);
    sampling.remove(family);
    drop(family);
    if (content == null) {
      family.stage = Stage.NEVER;
    } else {
      begin(family, new Dictionary(family.name, content));
      family.trained = true;
    }
  }

  private void judge(Family family) {
    long plain = family.plainBytes;
    long bytes = family.bytes;
    boolean pays = bytes * MIN_SAVING <= plain * (MIN_SAVING - 1);
    family.comparisons = 0;
    family.plainBytes = 0;
    family.bytes = 0;
    Dictionary dictionary = family.dictionary;
    if (pays && dictionary != null && dictionaries.add(dictionary)) {
      if (family.stage == Stage.TRIAL) {
        LOG.info(
            "Blocks of {} are compressed with a dictionary: {} bytes instead of {}",
            family.name,
            bytes / COMPARISONS,
            plain / COMPARISONS);
      }
      family.stage = Stage.USED;
      return;
    }
    boolean fresh = family.stage == Stage.TRIAL && family.trained;
    restart(family);
    family.stage = fresh ? Stage.NEVER : Stage.SAMPLING;
  }

  /** Drops the dictionary of a family, and begins to sample its blocks. */
  private static void restart(Family family) {
    if (family.compressor != null) {
      family.compressor.close();
    }
    family.compressor = null;
    family.dictionary = null;
    family.stage = Stage.SAMPLING;
  }

  /** Frees the compressors; the packer must be closed. */
  @Override
  public void close() {
    families.values().forEach(FamilyPacker::restart);
  }
}
