package io.strata.readpath.web;

import java.io.IOException;
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.http.InfoServer;
import org.jspecify.annotations.Nullable;

/**
 * The cache's places in the RegionServer's own web server, behind its authentication, for whoever
 * may look at HBase's own pages.
 */
public final class WebUi {
  /** The page; what it is made from is below it. */
  public static final String PAGE = "/strata";

  /** Where Prometheus reads the meters. */
  public static final String METRICS = PAGE + "/metrics";

  private static final String ATTRIBUTE = "io.strata.source";

  private WebUi() {}

  /**
   * Adds the pages to a web server that is not started yet: later it takes none.
   *
   * @param conf says who may see settings
   */
  public static void addTo(InfoServer server, Configuration conf) {
    SettingsAccess.addTo(server, conf);
    server.addUnprivilegedServlet("strata-metrics", METRICS, MetricsServlet.class);
    server.addUnprivilegedServlet("strata", PAGE + "/*", PageServlet.class);
  }

  /**
   * Shows a cache from now on.
   *
   * @param server null where there is no web interface; then nothing is done
   */
  public static void show(@Nullable InfoServer server, WebSource source) {
    if (server != null) {
      server.setAttribute(ATTRIBUTE, source);
    }
  }

  /** What is to be shown; null while the server still starts. */
  static @Nullable WebSource source(ServletContext context) {
    return (WebSource) context.getAttribute(ATTRIBUTE);
  }

  /** Answers a request that comes while the server still starts. */
  static void sayNotYet(HttpServletResponse response) throws IOException {
    response.sendError(
        HttpServletResponse.SC_SERVICE_UNAVAILABLE, "The cache is not there yet: try again.");
  }
}
