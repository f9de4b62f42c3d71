package io.strata.readpath.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CacheableDeserializer;
import org.apache.hadoop.hbase.io.hfile.CacheableDeserializerIdManager;
import org.apache.hadoop.hbase.nio.ByteBuff;

/** A cacheable that is not a block of a file. */
public final class PlainCacheable implements Cacheable {
  /** A text that the deserializer rejects. */
  public static final String BROKEN = "broken";

  private static final Deserializer DESERIALIZER = new Deserializer();

  private final String text;
  private final ByteBuff buffer;

  public PlainCacheable(String text) {
    this(text, ByteBuff.wrap(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
  }

  private PlainCacheable(String text, ByteBuff buffer) {
    this.text = text;
    this.buffer = buffer;
  }

  public String text() {
    return text;
  }

  @Override
  public int getSerializedLength() {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @Override
  public void serialize(ByteBuffer destination, boolean includeNextBlockMetadata) {
    destination.put(text.getBytes(StandardCharsets.UTF_8)).flip();
  }

  @Override
  public CacheableDeserializer<Cacheable> getDeserializer() {
    return DESERIALIZER;
  }

  @Override
  public BlockType getBlockType() {
    return BlockType.DATA;
  }

  @Override
  public long heapSize() {
    return text.length();
  }

  @Override
  public PlainCacheable retain() {
    buffer.retain();
    return this;
  }

  @Override
  public int refCnt() {
    return buffer.refCnt();
  }

  @Override
  public boolean release() {
    return buffer.release();
  }

  private static final class Deserializer implements CacheableDeserializer<Cacheable> {
    private final int identifier = CacheableDeserializerIdManager.registerDeserializer(this);

    @Override
    public Cacheable deserialize(ByteBuff bytes, ByteBuffAllocator allocator) throws IOException {
      byte[] text = new byte[bytes.remaining()];
      bytes.duplicate().get(text);
      String read = new String(text, StandardCharsets.UTF_8);
      if (read.equals(BROKEN)) {
        throw new IOException("broken on purpose");
      }
      return new PlainCacheable(read, bytes);
    }

    @Override
    public int getDeserializerIdentifier() {
      return identifier;
    }
  }
}
