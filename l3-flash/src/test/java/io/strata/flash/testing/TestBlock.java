package io.strata.flash.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.BlockSource;
import io.strata.flash.read.FlashBlock;
import java.nio.ByteBuffer;
import java.util.Random;

/** A block whose bytes are derived from its key, version and length. */
public class TestBlock implements BlockSource {
  private final String file;
  private final long offset;
  private final long version;
  private final int length;

  public TestBlock(String file, long offset, int length) {
    this(file, offset, ~offset, length);
  }

  /**
   * @param version distinguishes successive blocks of one key
   */
  public TestBlock(String file, long offset, long version, int length) {
    this.file = file;
    this.offset = offset;
    this.version = version;
    this.length = length;
  }

  private static byte[] contents(String file, long offset, long version, int length) {
    byte[] bytes = new byte[length];
    new Random(file.hashCode() * 0x9E3779B97F4A7C15L + offset * 31 + version).nextBytes(bytes);
    return bytes;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public int bytesInFile() {
    return 2 * length;
  }

  @Override
  public int attributes() {
    return (int) offset ^ length;
  }

  @Override
  public long stamp() {
    return version;
  }

  @Override
  public void writeTo(ByteBuffer memory) {
    assertThat(memory.remaining()).isEqualTo(length);
    memory.put(contents(file, offset, version, length));
  }

  /** Checks that this is the undamaged block of that key, and releases it. */
  public static void verify(String file, long offset, FlashBlock block) {
    verifyVersion(file, offset, block);
  }

  /** Checks a block as {@link #verify} and returns its version. */
  public static long verifyVersion(String file, long offset, FlashBlock block) {
    byte[] bytes = new byte[block.bytes().remaining()];
    block.bytes().get(0, bytes);
    assertThat(bytes).isEqualTo(contents(file, offset, block.stamp(), bytes.length));
    assertThat(block.attributes()).isEqualTo((int) offset ^ bytes.length);
    assertThat(block.bytesInFile()).isEqualTo(2 * bytes.length);
    long version = block.stamp();
    block.release();
    return version;
  }
}
