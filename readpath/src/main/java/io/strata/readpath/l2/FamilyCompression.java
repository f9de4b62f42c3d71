package io.strata.readpath.l2;

import io.strata.l2.compress.Compression;
import io.strata.l2.compress.FilePacker;
import io.strata.l2.memory.KeptMemory;
import io.strata.readpath.compress.Algorithms;
import io.strata.readpath.compress.Dictionaries;
import io.strata.readpath.compress.FamilyPacker;
import io.strata.readpath.l3.FlashTier;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compression with the dictionaries of families. Blocks with dictionaries of earlier processes are
 * always readable; new ones are trained only if that is configured. A family has none while its
 * files may be encrypted. Thread-safe.
 */
public final class FamilyCompression {
  private final Dictionaries dictionaries = new Dictionaries();
  private final PlainFiles plainFiles;
  private final FamilyPacker packer;
  private volatile Supplier<Map<String, String>> server = Map::of;
  private volatile Map<String, String> families = Map.of();
  private volatile boolean needsRefresh;

  FamilyCompression(PlainFiles plainFiles) {
    this.plainFiles = plainFiles;
    this.packer = new FamilyPacker(dictionaries, this::familyOf);
  }

  /** Reads and keeps dictionaries beside memory that outlives the process; null for none. */
  void keepBeside(@Nullable KeptMemory memory) {
    if (memory != null) {
      dictionaries.addFile(memory.path());
    }
  }

  /** Reads and keeps dictionaries beside the files of a flash tier. */
  void keepBeside(FlashTier flash) {
    Path file = flash.dictionariesBeside();
    if (file != null) {
      dictionaries.addFile(file);
    }
  }

  /** Ends keeping dictionaries beside the files of a flash tier. */
  void leave(FlashTier flash) {
    Path file = flash.dictionariesBeside();
    if (file != null) {
      dictionaries.removeFile(file);
    }
  }

  /**
   * Returns the settings of a store that can also unpack blocks with dictionaries.
   *
   * @param usesDictionaries whether to train dictionaries, and to pack with them
   */
  public Compression of(Compression compression, boolean usesDictionaries) {
    return new Compression(
        Algorithms.with(dictionaries),
        compression.used(),
        usesDictionaries ? packer : FilePacker.PLAIN,
        compression.cpuPercent());
  }

  /** Sets the supplier of the families of the server's files, by file name. */
  public void askServer(Supplier<Map<String, String>> next) {
    server = next;
  }

  private @Nullable String familyOf(String file) {
    String family = families.get(file);
    if (family == null) {
      needsRefresh = true;
    }
    return plainFiles.contains(file) ? family : null;
  }

  /** Queries the server for its families, if a file was unknown since the last call. */
  public void refresh() {
    if (needsRefresh) {
      needsRefresh = false;
      families = server.get();
    }
  }

  /** Frees the compressors. The store must be closed. */
  void close() {
    packer.close();
  }
}
