package io.strata.perf.bench;

import com.github.luben.zstd.ZstdDictTrainer;
import io.strata.perf.common.DataSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures how much smaller a dictionary makes blocks of several sizes, and the time of each block:
 * the first rows of a table train it, as many rows after them are compressed with and without it.
 *
 * <p>Command: {@code ./strata bench engine dictionaries}.
 */
public final class DictionaryProbe implements Probe {
  /** Block sizes, in bytes. */
  public static final List<Integer> SIZES = List.of(4 << 10, 8 << 10, 16 << 10, 64 << 10);

  private static final int TRAINING_BYTES = 8 << 20;
  private static final int DICTIONARY_BYTES = 110 << 10;

  /** 32 KB together, the largest dictionary of Deflate. */
  private static final int SAMPLES = 64;

  private static final int SAMPLE_BYTES = 512;

  private final DataSet data;

  DictionaryProbe(DataSet data) {
    this.data = data;
  }

  /**
   * Returns the name of a figure: {@code share} of the raw size, nanoseconds to {@code pack} or
   * {@code unpack}.
   */
  public static String figure(DataSet data, int bytes, DictionaryMethod method, String what) {
    return "dictionary." + data.name() + "." + bytes + "." + method.name() + "." + what;
  }

  @Override
  public void measure(CacheKind cache, boolean quick, Sink sink) throws Exception {
    int training = quick ? TRAINING_BYTES / 4 : TRAINING_BYTES;
    byte[] rows = rows(2 * training);
    for (int size : SIZES) {
      List<byte[]> blocks = blocks(rows, size);
      int trained = blocks.size() / 2;
      List<byte[]> before = blocks.subList(0, trained);
      byte[] dictionary = train(before, training);
      byte[] samples = samples(before);
      for (DictionaryMethod method : DictionaryMethod.values()) {
        measure(method, method.codec(dictionary, samples), size, blocks, sink);
      }
    }
  }

  /** Measures the second half of the blocks. */
  private void measure(
      DictionaryMethod method,
      DictionaryMethod.Codec codec,
      int size,
      List<byte[]> blocks,
      Sink sink) {
    ByteBuffer raw = ByteBuffer.allocateDirect(size);
    ByteBuffer packed = ByteBuffer.allocateDirect(2 * size);
    ByteBuffer back = ByteBuffer.allocateDirect(size);
    long bytes = 0;
    long packNanos = 0;
    long unpackNanos = 0;
    int count = 0;
    for (int block = 0; block < blocks.size(); block++) {
      raw.clear().put(blocks.get(block)).flip();
      long begun = System.nanoTime();
      codec.pack(raw, packed.clear());
      long middle = System.nanoTime();
      codec.unpack(packed.flip(), back.clear());
      long end = System.nanoTime();
      if (!back.flip().equals(raw)) {
        throw new IllegalStateException(method + " returned other bytes.");
      }
      // The first half warms the code up.
      if (block >= blocks.size() / 2) {
        count++;
        bytes += packed.limit();
        packNanos += middle - begun;
        unpackNanos += end - middle;
      }
    }
    sink.figure(figure(data, size, method, "share"), (double) bytes / count / size);
    sink.figure(figure(data, size, method, "pack"), (double) packNanos / count);
    sink.figure(figure(data, size, method, "unpack"), (double) unpackNanos / count);
  }

  /** Returns the beginnings of blocks evenly spaced over the training data. */
  private static byte[] samples(List<byte[]> blocks) {
    byte[] samples = new byte[SAMPLES * SAMPLE_BYTES];
    for (int i = 0; i < SAMPLES; i++) {
      byte[] block = blocks.get((int) ((long) i * blocks.size() / SAMPLES));
      System.arraycopy(block, 0, samples, i * SAMPLE_BYTES, SAMPLE_BYTES);
    }
    return samples;
  }

  private byte[] rows(int bytes) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    data.write(
        (key, qualifiers, values) -> {
          all.writeBytes(key);
          for (int i = 0; i < qualifiers.length; i++) {
            all.writeBytes(qualifiers[i]);
            all.writeBytes(values[i]);
          }
          return all.size() < bytes;
        });
    return all.toByteArray();
  }

  private static List<byte[]> blocks(byte[] rows, int size) {
    List<byte[]> blocks = new ArrayList<>();
    for (int from = 0; from + size <= rows.length; from += size) {
      blocks.add(Arrays.copyOfRange(rows, from, from + size));
    }
    return blocks;
  }

  private static byte[] train(List<byte[]> samples, int bytes) {
    ZstdDictTrainer trainer = new ZstdDictTrainer(bytes, DICTIONARY_BYTES);
    samples.forEach(trainer::addSample);
    return trainer.trainSamples();
  }
}
