package io.strata.perf.gc;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import jdk.management.jfr.FlightRecorderMXBean;

/**
 * A recording of another process, by its Flight Recorder. It is started and stopped by JMX and
 * comes over that connection too, so that the process needs no option and no folder in common with
 * this one. Of one thread.
 */
public final class ServerRecording implements AutoCloseable {
  /** The only event of a recording of allocations. */
  static final String ALLOCATION = "jdk.ObjectAllocationSample";

  /**
   * What JDK 17 takes for a recording that is always on: at most so many stacks are walked, however
   * much is allocated.
   */
  private static final Map<String, String> ALLOCATIONS =
      Map.of(
          ALLOCATION + "#enabled", "true",
          ALLOCATION + "#stackTrace", "true",
          ALLOCATION + "#throttle", "150/s");

  private static final Map<String, String> COLLECTIONS =
      Map.of(
          GcEvents.COLLECTION + "#enabled", "true",
          GcEvents.PAUSE + "#enabled", "true",
          GcEvents.HEAP + "#enabled", "true");

  private final FlightRecorderMXBean recorder;
  private final long id;

  private ServerRecording(FlightRecorderMXBean recorder, long id) {
    this.recorder = recorder;
    this.id = id;
  }

  /**
   * Begins to record allocations, for {@link AllocationSites}.
   *
   * @param beans of the process; they must serve until {@link #close()}
   * @throws IOException if the process cannot be reached, or has no Flight Recorder
   */
  public static ServerRecording ofAllocations(MBeanServerConnection beans) throws IOException {
    return start(beans, ALLOCATIONS);
  }

  /**
   * Begins to record collections, for {@link GcEvents}.
   *
   * @param beans of the process; they must serve until {@link #close()}
   * @throws IOException if the process cannot be reached, or has no Flight Recorder
   */
  public static ServerRecording ofCollections(MBeanServerConnection beans) throws IOException {
    return start(beans, COLLECTIONS);
  }

  private static ServerRecording start(MBeanServerConnection beans, Map<String, String> settings)
      throws IOException {
    try {
      ObjectName name = new ObjectName(FlightRecorderMXBean.MXBEAN_NAME);
      FlightRecorderMXBean recorder = JMX.newMXBeanProxy(beans, name, FlightRecorderMXBean.class);
      ServerRecording recording = new ServerRecording(recorder, recorder.newRecording());
      recorder.setRecordingSettings(recording.id, settings);
      recorder.startRecording(recording.id);
      return recording;
    } catch (MalformedObjectNameException
        | IllegalStateException
        | UndeclaredThrowableException e) {
      throw new IOException("The process cannot be recorded.", e);
    }
  }

  /**
   * Brings here what was recorded up to now. The recording goes on.
   *
   * @param file which is replaced if it exists
   */
  public void copyTo(Path file) throws IOException {
    try {
      long copy = recorder.cloneRecording(id, true);
      long stream = recorder.openStream(copy, Map.of());
      try (OutputStream out = Files.newOutputStream(file)) {
        for (byte[] part = recorder.readStream(stream);
            part != null;
            part = recorder.readStream(stream)) {
          out.write(part);
        }
      } finally {
        recorder.closeStream(stream);
        recorder.closeRecording(copy);
      }
    } catch (IllegalStateException | UndeclaredThrowableException e) {
      throw new IOException("The recording did not come from the process.", e);
    }
  }

  /** Ends the recording, and makes the process forget it. One that has ended has done so itself. */
  @Override
  public void close() throws IOException {
    recorder.closeRecording(id);
  }
}
