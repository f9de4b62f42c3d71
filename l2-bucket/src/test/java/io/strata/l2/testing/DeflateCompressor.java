package io.strata.l2.testing;

import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.Compression;
import io.strata.l2.compress.Compressors;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** A compressor that uses the JDK's deflate, so that this module's tests need no library. */
public class DeflateCompressor implements BlockCompressor {
  /** Packs with deflate, using up to a full core. */
  public static final Compression COMPRESSION =
      new Compression(
          new Compressors(List.of(new DeflateCompressor())), new DeflateCompressor(), 100);

  /** Unpacks blocks that another store has packed, and packs none. */
  public static final Compression UNPACKING =
      new Compression(COMPRESSION.known(), null, Compression.CPU_PERCENT);

  @Override
  public int id() {
    return 99;
  }

  @Override
  public String title() {
    return "deflate";
  }

  @Override
  public int maxCompressedBytes(int bytes) {
    return bytes + bytes / 1000 + 64;
  }

  @Override
  public void compress(ByteBuffer from, ByteBuffer to) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try {
      deflater.setInput(from.duplicate());
      deflater.finish();
      deflater.deflate(to);
      if (!deflater.finished()) {
        throw new IllegalArgumentException("target buffer too small");
      }
    } finally {
      deflater.end();
    }
  }

  @Override
  public void decompress(ByteBuffer from, ByteBuffer to) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(from.duplicate());
      inflater.inflate(to);
      if (to.hasRemaining()
          || inflater.inflate(ByteBuffer.allocate(1)) > 0
          || !inflater.finished()) {
        throw new IllegalArgumentException("not a deflated block of that length");
      }
    } catch (DataFormatException e) {
      throw new IllegalArgumentException(e);
    } finally {
      inflater.end();
    }
  }
}
