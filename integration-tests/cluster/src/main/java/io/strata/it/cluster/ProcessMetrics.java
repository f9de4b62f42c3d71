package io.strata.it.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Reads a process's MBeans: HBase's metrics, garbage collectors, threads, memory. */
public final class ProcessMetrics implements AutoCloseable {
  private static final String REGION_SERVER = "Hadoop:service=HBase,name=RegionServer,sub=Server";
  private static final String STRATA = "Hadoop:service=HBase,name=RegionServer,sub=Strata";
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final JMXConnector connector;

  private ProcessMetrics(JMXConnector connector) {
    this.connector = connector;
  }

  /** Connects to a running process. */
  // The address is a loopback port of a process that this program has started.
  @SuppressWarnings("BanJNDI")
  public static ProcessMetrics of(HBaseProcess process) {
    try {
      JMXServiceURL url = new JMXServiceURL(process.jmxUrl());
      return new ProcessMetrics(JMXConnectorFactory.connect(url));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the MBeans of " + process.name() + ".", e);
    }
  }

  /** Returns the connection to the MBeans, valid until this object is closed. */
  public MBeanServerConnection beans() throws IOException {
    return connector.getMBeanServerConnection();
  }

  /**
   * Returns a number of the RegionServer's metrics, such as {@code l2CacheHitCount}. The metrics
   * are at most a second old. HBase withholds them for some seconds when a region opens; this
   * method then waits for them, for up to two minutes.
   */
  public long regionServer(String metric) {
    return await(REGION_SERVER, metric);
  }

  /**
   * Returns a number of Strata's metrics, such as {@code compressedBlocks}; as {@link
   * #regionServer}.
   */
  public long strata(String metric) {
    return await(STRATA, metric);
  }

  private long await(String bean, String metric) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      try {
        return ((Number) attribute(bean, metric)).longValue();
      } catch (IllegalArgumentException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        Pause.millis(200);
      }
    }
  }

  /**
   * Returns an attribute of an MBean.
   *
   * @throws IllegalArgumentException if there is no such MBean or attribute
   */
  public Object attribute(String bean, String attribute) {
    try {
      return beans().getAttribute(new ObjectName(bean), attribute);
    } catch (JMException e) {
      throw new IllegalArgumentException("There is no " + attribute + " of " + bean + ".", e);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + attribute + " of " + bean + ".", e);
    }
  }

  /** Triggers a garbage collection in the process. */
  public void collectGarbage() {
    try {
      beans().invoke(new ObjectName("java.lang:type=Memory"), "gc", new Object[0], new String[0]);
    } catch (JMException | IOException e) {
      throw new IllegalStateException("The process did not collect garbage.", e);
    }
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close the connection to the MBeans.", e);
    }
  }
}
