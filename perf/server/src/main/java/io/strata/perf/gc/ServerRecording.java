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
 * A Flight Recorder recording of another process. It is controlled by JMX and copied over the same
 * connection, so that the process needs no option and no shared folder. Not thread-safe.
 */
public final class ServerRecording implements AutoCloseable {
  /** The only event of an allocation recording. */
  static final String ALLOCATION = "jdk.ObjectAllocationSample";

  /**
   * The settings of JDK 17's always-on profile: the throttle bounds the number of stack walks,
   * whatever the allocation rate.
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
   * Starts an allocation recording, for {@link AllocationSites}.
   *
   * @param beans of the process; must stay connected until {@link #close()}
   * @throws IOException if the process cannot be reached, or has no Flight Recorder
   */
  public static ServerRecording ofAllocations(MBeanServerConnection beans) throws IOException {
    return start(beans, ALLOCATIONS);
  }

  /**
   * Starts a recording of collections, for {@link GcEvents}.
   *
   * @param beans of the process; must stay connected until {@link #close()}
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
      throw new IOException("The process's Flight Recorder did not start a recording.", e);
    }
  }

  /**
   * Copies what was recorded so far to a file. The recording continues.
   *
   * @param file replaced if it exists
   */
  public void copyTo(Path file) throws IOException {
    try {
      long copy = recorder.cloneRecording(id, true);
      long stream = recorder.openStream(copy, Map.of());
      try (OutputStream out = Files.newOutputStream(file)) {
        for (byte[] chunk = recorder.readStream(stream);
            chunk != null;
            chunk = recorder.readStream(stream)) {
          out.write(chunk);
        }
      } finally {
        recorder.closeStream(stream);
        recorder.closeRecording(copy);
      }
    } catch (IllegalStateException | UndeclaredThrowableException e) {
      throw new IOException("The recording could not be copied from the process.", e);
    }
  }

  /** Stops the recording and discards it in the process. A process that has ended needs neither. */
  @Override
  public void close() throws IOException {
    recorder.closeRecording(id);
  }
}
