package io.strata.readpath.web;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * Serves the page of the cache, and its data as JSON:
 *
 * <ul>
 *   <li>{@code /strata}: the page
 *   <li>{@code /strata/data.json}: tiers, the last hour, memory, files, settings, findings
 *   <li>{@code /strata/buckets.json}: the format of each bucket
 *   <li>{@code /strata/bucket.json?number=7}: the blocks in one bucket
 * </ul>
 *
 * All requests are read-only, and the page loads nothing from other servers. Settings are shown to
 * users that may see HBase's own ({@link SettingsAccess}), without secrets.
 */
public final class PageServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  private static final String JSON = "application/json; charset=utf-8";

  /** Static files, with their content types. */
  private static final Map<String, String> FILES =
      Map.of(
          "page.html", "text/html; charset=utf-8",
          "page.css", "text/css; charset=utf-8",
          "page.js", "text/javascript; charset=utf-8");

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String path = request.getPathInfo();
    if (path == null) {
      // The page's relative links need the trailing slash.
      response.sendRedirect(request.getRequestURI() + "/");
      return;
    }
    WebSource source = WebUi.source(getServletContext());
    if (source == null) {
      WebUi.sendNotReady(response);
      return;
    }
    switch (path) {
      case "/" -> sendFile(response, "page.html");
      case "/data.json" -> {
        boolean seesSettings = SettingsAccess.isAllowed(getServletContext(), request, response);
        send(response, JSON, Json.text(new OverviewData(source, seesSettings).object()));
      }
      case "/buckets.json" -> send(response, JSON, Json.text(new BucketData(source).all()));
      case "/bucket.json" -> sendBucket(request.getParameter("number"), source, response);
      default -> sendFile(response, path.substring(1));
    }
  }

  private static void sendBucket(
      @Nullable String number, WebSource source, HttpServletResponse response) throws IOException {
    try {
      int bucket = Integer.parseInt(number == null ? "" : number);
      send(response, JSON, Json.text(new BucketData(source).one(bucket)));
    } catch (NumberFormatException e) {
      response.sendError(
          HttpServletResponse.SC_BAD_REQUEST,
          "number: not an integer. Set the number of a bucket, as in bucket.json?number=0.");
    } catch (IllegalArgumentException e) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND, e.getMessage());
    }
  }

  private static void sendFile(HttpServletResponse response, String name) throws IOException {
    String type = FILES.get(name);
    if (type == null) {
      response.sendError(
          HttpServletResponse.SC_NOT_FOUND,
          "There is no such page. The cache's page is " + WebUi.PAGE + ".");
      return;
    }
    try (InputStream in = PageServlet.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException(name + " is not in the jar.");
      }
      send(response, type, in.readAllBytes());
    }
  }

  private static void send(HttpServletResponse response, String type, String text)
      throws IOException {
    send(response, type, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpServletResponse response, String type, byte[] bytes)
      throws IOException {
    response.setContentType(type);
    response.setHeader("Cache-Control", "no-store");
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }
}
