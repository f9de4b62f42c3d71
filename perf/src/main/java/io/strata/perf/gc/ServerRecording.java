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
 * A recording of the allocations in another process, by its Flight Recorder. It is switched on and
 * off by JMX and comes over that connection too, so that the process needs no option and no folder
 * in common with this one. Of one thread.
 */
public final class ServerRecording implements AutoCloseable {
  /** The only event that is recorded. */
  static final String ALLOCATION = "jdk.ObjectAllocationSample";

  /**
   * What JDK 17 takes for a recording that is always on: at most so many stacks are walked, however
   * much is allocated.
   */
  private static final String THROTTLE = "150/s";

  private final FlightRecorderMXBean recorder;
  private final long id;

  private ServerRecording(FlightRecorderMXBean recorder, long id) {
    this.recorder = recorder;
    this.id = id;
  }

  /**
   * Begins to record.
   *
   * @param beans of the process; they must serve until {@link #close()}
   * @throws IOException if the process cannot be reached, or has no Flight Recorder
   */
  public static ServerRecording start(MBeanServerConnection beans) throws IOException {
    try {
      ObjectName name = new ObjectName(FlightRecorderMXBean.MXBEAN_NAME);
      FlightRecorderMXBean recorder = JMX.newMXBeanProxy(beans, name, FlightRecorderMXBean.class);
      ServerRecording recording = new ServerRecording(recorder, recorder.newRecording());
      recorder.setRecordingSettings(
          recording.id,
          Map.of(
              ALLOCATION + "#enabled", "true",
              ALLOCATION + "#stackTrace", "true",
              ALLOCATION + "#throttle", THROTTLE));
      recorder.startRecording(recording.id);
      return recording;
    } catch (MalformedObjectNameException
        | IllegalStateException
        | UndeclaredThrowableException e) {
      throw new IOException("The allocations of the process cannot be recorded.", e);
    }
  }

  /**
   * Ends the recording and brings it here.
   *
   * @param file which is replaced if it exists
   */
  public void stop(Path file) throws IOException {
    try {
      recorder.stopRecording(id);
      long stream = recorder.openStream(id, Map.of());
      try (OutputStream out = Files.newOutputStream(file)) {
        for (byte[] part = recorder.readStream(stream);
            part != null;
            part = recorder.readStream(stream)) {
          out.write(part);
        }
      } finally {
        recorder.closeStream(stream);
      }
    } catch (IllegalStateException | UndeclaredThrowableException e) {
      throw new IOException("The recording of allocations did not come from the process.", e);
    }
  }

  /** Makes the process forget the recording. One that has ended has done so by itself. */
  @Override
  public void close() throws IOException {
    recorder.closeRecording(id);
  }
}
