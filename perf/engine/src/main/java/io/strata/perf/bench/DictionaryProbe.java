package io.strata.perf.bench;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDictTrainer;
import io.strata.perf.common.DataSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures how much smaller a trained dictionary makes blocks of several sizes: the first rows of a
 * table train it, as many rows after them are compressed with and without it. Uses the native zstd,
 * since no implementation in Java supports dictionaries.
 *
 * <p>Command: {@code ./strata bench engine dictionaries}.
 */
public final class DictionaryProbe implements Probe {
  /** Block sizes, in bytes. */
  public static final List<Integer> SIZES = List.of(4 << 10, 8 << 10, 16 << 10, 64 << 10);

  private static final int TRAINING_BYTES = 8 << 20;
  private static final int DICTIONARY_BYTES = 110 << 10;
  private static final int LEVEL = 3;

  private final DataSet data;

  DictionaryProbe(DataSet data) {
    this.data = data;
  }

  /** Returns the name of the figure for a data set and a block size. */
  public static String figure(DataSet data, int bytes, String what) {
    return "dictionary." + data.name() + "." + bytes + "." + what;
  }

  @Override
  public void measure(CacheKind cache, boolean quick, Sink sink) throws Exception {
    int training = quick ? TRAINING_BYTES / 4 : TRAINING_BYTES;
    byte[] rows = rows(2 * training);
    for (int size : SIZES) {
      List<byte[]> blocks = blocks(rows, size);
      int trained = blocks.size() / 2;
      byte[] dictionary = train(blocks.subList(0, trained), training);
      long raw = 0;
      long plain = 0;
      long shorter = 0;
      try (ZstdCompressCtx context = new ZstdCompressCtx().setLevel(LEVEL).loadDict(dictionary)) {
        for (byte[] block : blocks.subList(trained, blocks.size())) {
          raw += block.length;
          plain += Zstd.compress(block, LEVEL).length;
          shorter += context.compress(block).length;
        }
      }
      sink.figure(figure(data, size, "plain"), (double) plain / raw);
      sink.figure(figure(data, size, "dictionary"), (double) shorter / raw);
    }
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
