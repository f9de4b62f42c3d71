package io.strata.readpath.web;

import io.strata.readpath.metrics.CacheMetrics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Serves the meters to Prometheus, in OpenMetrics if the client accepts it, else as text. */
public final class MetricsServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    WebSource source = WebUi.source(getServletContext());
    if (source == null) {
      WebUi.sendNotReady(response);
      return;
    }
    String accept = Objects.requireNonNullElse(request.getHeader("Accept"), "");
    String format = CacheMetrics.formatFor(accept);
    byte[] text = source.metrics().scrape(format).getBytes(StandardCharsets.UTF_8);
    response.setContentType(format);
    response.setContentLength(text.length);
    response.getOutputStream().write(text);
  }
}
