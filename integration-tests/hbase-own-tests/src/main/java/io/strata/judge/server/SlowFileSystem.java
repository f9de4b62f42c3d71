package io.strata.judge.server;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Local files whose blocks take as long to read as from an object store. */
public final class SlowFileSystem extends RawLocalFileSystem {
  private static final long MILLIS = 2;

  @Override
  public FSDataInputStream open(Path file, int bufferBytes) throws IOException {
    return new FSDataInputStream(super.open(file, bufferBytes)) {
      @Override
      public int read(long position, byte[] to, int offset, int length) throws IOException {
        try {
          TimeUnit.MILLISECONDS.sleep(MILLIS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        return super.read(position, to, offset, length);
      }
    };
  }
}
