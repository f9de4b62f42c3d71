package io.strata.readpath.web;

import java.io.IOException;
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.http.InfoServer;
import org.jspecify.annotations.Nullable;

/**
 * Adds the cache's pages to the RegionServer's own web server. They are behind its authentication:
 * users who may see HBase's pages may see them.
 */
public final class WebUi {
  /** Path of the page; its data is below it. */
  public static final String PAGE = "/strata";

  /** Path that Prometheus scrapes. */
  public static final String METRICS = PAGE + "/metrics";

  private static final String ATTRIBUTE = "io.strata.source";

  private WebUi() {}

  /**
   * Adds the pages to a web server, which must not be started yet.
   *
   * @param conf configures who may see settings
   */
  public static void addTo(InfoServer server, Configuration conf) {
    SettingsAccess.addTo(server, conf);
    server.addUnprivilegedServlet("strata-metrics", METRICS, MetricsServlet.class);
    server.addUnprivilegedServlet("strata", PAGE + "/*", PageServlet.class);
  }

  /**
   * Sets the cache that the pages show.
   *
   * @param server null if there is no web interface; then nothing is done
   */
  public static void show(@Nullable InfoServer server, WebSource source) {
    if (server != null) {
      server.setAttribute(ATTRIBUTE, source);
    }
  }

  /** Returns the cache to show; null during startup. */
  static @Nullable WebSource source(ServletContext context) {
    return (WebSource) context.getAttribute(ATTRIBUTE);
  }

  /** Responds to a request during startup. */
  static void sendNotReady(HttpServletResponse response) throws IOException {
    response.sendError(
        HttpServletResponse.SC_SERVICE_UNAVAILABLE, "The cache is still starting. Try again.");
  }
}
