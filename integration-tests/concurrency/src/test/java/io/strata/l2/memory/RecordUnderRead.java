package io.strata.l2.memory;

import io.strata.l2.Ring;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * The record of a file is reused for another while its bytes are copied, as a kill would leave them
 * to the next process. While the id stays the same, the copy must be of one moment.
 */
@JCStressTest
@Outcome(
    id = {"1 one", "2 two", "no record", "changed"},
    expect = Expect.ACCEPTABLE,
    desc = "the name of the id, or no record")
@State
public class RecordUnderRead {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final Ring ALL = new Ring(1 << 13, FileRecords.BYTES);
  private static final ThreadLocal<ByteBuffer> COPY =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(FileRecords.BYTES));

  private final ByteBuffer memory = ALL.take(FileRecords.BYTES);
  private final FileRecords records = new FileRecords(memory);
  private final int record = records.add(1, "one");

  @Actor
  public void reuse() {
    records.remove(record);
    records.add(2, "two");
  }

  @Actor
  public void read(L_Result r) {
    ByteBuffer copy = COPY.get();
    long id = (long) LONG.getVolatile(memory, 0);
    copy.put(0, memory, 0, FileRecords.BYTES);
    VarHandle.loadLoadFence();
    if ((long) LONG.getVolatile(memory, 0) != id) {
      r.r1 = "changed";
      return;
    }
    List<FileRecords.Entry> entries = new FileRecords(copy).entries();
    String name = entries.isEmpty() ? "without a name" : entries.get(0).name();
    r.r1 = id == 0 ? "no record" : id + " " + name;
  }
}
