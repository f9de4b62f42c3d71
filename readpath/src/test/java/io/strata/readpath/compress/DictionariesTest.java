package io.strata.readpath.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.Compressors;
import io.strata.l2.compress.UnknownDictionaryException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dictionaries are stored before they are used, and a block without its dictionary is rejected. */
class DictionariesTest {
  private static final String SUFFIX = ".dictionaries";

  @TempDir private Path folder = Path.of("");

  private final Dictionary dictionary = Samples.dictionary("t/f", 1);

  private Path blocks(String name) {
    return folder.resolve(name);
  }

  private Path file(String name) {
    return folder.resolve(name + SUFFIX);
  }

  private Dictionaries open(String... names) {
    Dictionaries opened = new Dictionaries();
    for (String name : names) {
      opened.addFile(blocks(name));
    }
    return opened;
  }

  private static ByteBuffer packed(Dictionary with, byte[] block) {
    ByteBuffer raw = ByteBuffer.allocateDirect(block.length).put(block).flip();
    ByteBuffer to = ByteBuffer.allocateDirect(2 * block.length);
    Compressors.putPrefix(Dictionaries.ID, block.length, to);
    try (NativeZstd.Compressor by = with.compressor()) {
      assertThat(Dictionaries.compress(with, by, raw, to)).isTrue();
    }
    return to.flip();
  }

  private static byte[] unpacked(Dictionaries by, ByteBuffer packed) {
    ByteBuffer to = ByteBuffer.allocateDirect(Samples.BLOCK);
    Algorithms.with(by).unpack(packed, to);
    byte[] bytes = new byte[Samples.BLOCK];
    to.flip().get(bytes);
    return bytes;
  }

  @Test
  void everyFileHasAllDictionaries() throws Exception {
    Dictionaries first = open("memory", "flash");
    assertThat(file("memory")).as("without a dictionary").doesNotExist();
    assertThat(first.add(dictionary)).isTrue();
    assertThat(Files.getPosixFilePermissions(file("memory")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    byte[] block = Samples.block(1, 1_000);
    ByteBuffer packed = packed(dictionary, block);
    assertThat(packed.remaining()).isLessThan(Samples.BLOCK / 3);
    for (String name : new String[] {"memory", "flash"}) {
      Dictionaries next = open(name);
      assertThat(Algorithms.with(next).know(packed)).isTrue();
      assertThat(unpacked(next, packed)).isEqualTo(block);
      assertThat(next.newestOf("t/f")).isNotNull();
      assertThat(next.newestOf("t/g")).isNull();
    }
    // A tier that is added later gets them, too.
    first.removeFile(blocks("flash"));
    first.addFile(blocks("disk"));
    assertThat(unpacked(open("disk"), packed)).isEqualTo(block);
    assertThat(first.add(Samples.dictionary("t/g", 2))).isTrue();
    assertThat(open("disk").count()).isEqualTo(2);
    assertThat(open("flash").count()).as("removed").isEqualTo(1);
  }

  @Test
  void unknownDictionariesAreRejected() {
    ByteBuffer packed = packed(dictionary, Samples.block(1, 1));
    Dictionaries none = open();
    assertThat(Algorithms.with(none).know(packed)).isFalse();
    assertThatThrownBy(() -> unpacked(none, packed))
        .isInstanceOf(UnknownDictionaryException.class)
        .hasMessageContaining("%016x".formatted(dictionary.id()));
    assertThat(none.canDecompress(ByteBuffer.allocate(7))).isFalse();
    assertThatThrownBy(() -> none.decompress(ByteBuffer.allocate(7), ByteBuffer.allocate(7)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anotherDictionaryNeverUnpacksABlock() {
    Dictionaries both = open();
    Dictionary other = Samples.dictionary("t/f", 2);
    assertThat(other.id()).isNotEqualTo(dictionary.id());
    assertThat(both.add(dictionary) && both.add(other)).isTrue();
    assertThat(both.newestOf("t/f")).isSameAs(other);
    ByteBuffer packed = packed(dictionary, Samples.block(1, 1));
    packed.putLong(Compressors.PREFIX_BYTES, other.id());
    assertThat(both.canDecompress(packed.slice(4, packed.limit() - 4))).isTrue();
    assertThatThrownBy(() -> unpacked(both, packed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("damaged");
  }

  @Test
  void damagedFilesAreNotUsedAndReplaced() throws IOException {
    assertThat(open("memory").add(dictionary)).isTrue();
    byte[] whole = Files.readAllBytes(file("memory"));
    for (int at = 0; at < whole.length; at += 97) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 1;
      Files.write(file("memory"), damaged);
      assertThat(open("memory").count()).isZero();
    }
    for (int bytes : new int[] {0, 10, whole.length - 1}) {
      Files.write(file("memory"), Arrays.copyOf(whole, bytes));
      assertThat(open("memory").count()).isZero();
    }
    assertThat(open("memory").add(dictionary)).isTrue();
    assertThat(open("memory").count()).isEqualTo(1);
    Files.createFile(folder.resolve("memory.dictionaries.new"));
    Dictionaries.deleteBeside(blocks("memory"));
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void filesOfOthersAreNotUsed() throws IOException {
    assertThat(open("memory").add(dictionary)).isTrue();
    Files.setPosixFilePermissions(file("memory"), PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(open("memory").count()).isZero();
    Files.delete(file("memory"));
    Files.createSymbolicLink(file("memory"), file("flash"));
    assertThat(open("flash").add(dictionary)).isTrue();
    assertThat(open("memory").count()).isZero();
  }

  @Test
  void aDictionaryThatCannotBeStoredIsNotUsed() throws IOException {
    Dictionaries opened = open("memory", "absent/flash");
    assertThat(opened.add(dictionary)).isFalse();
    assertThat(opened.count()).isZero();
    Files.createDirectory(folder.resolve("absent"));
    assertThat(opened.add(dictionary)).as("after a failure").isFalse();
  }

  /** Loads this package anew, without the native library. */
  private static final class WithoutLibrary extends ClassLoader {
    private static final String PACKAGE = Dictionaries.class.getPackageName() + ".";

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("com.github.luben.")) {
        throw new ClassNotFoundException(name);
      }
      return name.startsWith(PACKAGE) ? load(name) : super.loadClass(name, resolve);
    }

    private synchronized Class<?> load(String name) throws ClassNotFoundException {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Test
  void withoutTheLibraryZstdIsUnpackedInJava() throws Exception {
    Class<?> algorithms = new WithoutLibrary().loadClass(Algorithms.class.getName());
    Method inJava = algorithms.getMethod("isInJava", String.class);
    assertThat(inJava.invoke(null, "zstd")).isEqualTo(true);
    assertThat(inJava.invoke(null, "lz4")).isEqualTo(false);
    assertThat(Algorithms.isInJava("zstd")).isFalse();
    BlockCompressor zstd = (BlockCompressor) algorithms.getMethod("zstdInJava").invoke(null);
    assertThat(zstd.title()).isEqualTo("zstd");
    byte[] block = Samples.block(1, 1);
    ByteBuffer raw = ByteBuffer.allocateDirect(block.length).put(block).flip();
    ByteBuffer packed = ByteBuffer.allocateDirect(Compressors.maxPackedBytes(zstd, block.length));
    assertThat(Compressors.pack(Algorithms.ZSTD, raw, packed)).isLessThan(block.length);
    ByteBuffer back = ByteBuffer.allocateDirect(block.length);
    new Compressors(List.of(zstd)).unpack(packed.flip(), back);
    assertThat(back.flip()).isEqualTo(raw);
  }

  @Test
  void withoutTheLibraryNoDictionaryIsKnown() throws Exception {
    assertThat(Algorithms.hasDictionaries()).isTrue();
    assertThat(open("memory").add(dictionary)).isTrue();
    byte[] stored = Files.readAllBytes(file("memory"));
    WithoutLibrary loader = new WithoutLibrary();
    Class<?> algorithms = loader.loadClass(Algorithms.class.getName());
    assertThat(algorithms.getMethod("hasDictionaries").invoke(null)).isEqualTo(false);
    Class<?> type = loader.loadClass(Dictionaries.class.getName());
    Object opened = type.getConstructor().newInstance();
    type.getMethod("addFile", Path.class).invoke(opened, blocks("memory"));
    assertThat(type.getMethod("count").invoke(opened)).isEqualTo(0);
    ByteBuffer packed = packed(dictionary, Samples.block(1, 1));
    Object known = algorithms.getMethod("with", type).invoke(null, opened);
    assertThat(((Compressors) known).know(packed)).isFalse();
    assertThat(file("memory")).as("kept for a later start").hasBinaryContent(stored);
  }

  @Test
  void theNumberIsBounded() {
    Dictionaries opened = open("memory");
    for (int i = 0; i <= Dictionaries.MAX; i++) {
      Dictionary next = Samples.variant(dictionary, "t/" + i, i);
      assertThat(opened.add(next)).isTrue();
      if (i != 1) {
        next.use();
      }
    }
    assertThat(opened.count()).isEqualTo(Dictionaries.MAX);
    assertThat(opened.newestOf("t/1")).as("never used").isNull();
    assertThat(opened.newestOf("t/0")).isNotNull();
    assertThat(open("memory").count()).isEqualTo(Dictionaries.MAX);
    opened.newestOf("t/" + Dictionaries.MAX).use();
    assertThat(opened.add(dictionary)).as("all are in use").isFalse();
  }
}
