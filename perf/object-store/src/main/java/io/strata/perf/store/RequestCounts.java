package io.strata.perf.store;

import java.util.concurrent.atomic.LongAdder;
import org.gaul.shaded.org.eclipse.jetty.http.HttpHeader;
import org.gaul.shaded.org.eclipse.jetty.server.Request;
import org.gaul.shaded.org.eclipse.jetty.server.RequestLog;
import org.gaul.shaded.org.eclipse.jetty.server.Response;

/**
 * Counts answered requests whose user agent begins with a prefix, and the bytes of the answers. The
 * kinds are those that S3 bills differently. Thread-safe.
 */
final class RequestCounts implements RequestLog {
  private final String agent;
  private final LongAdder gets = new LongAdder();
  private final LongAdder heads = new LongAdder();
  private final LongAdder lists = new LongAdder();
  private final LongAdder others = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  /**
   * @param agent beginning of the user agent of the requests to count
   */
  RequestCounts(String agent) {
    this.agent = agent;
  }

  @Override
  public void log(Request request, Response response) {
    String sender = request.getHeaders().get(HttpHeader.USER_AGENT);
    if (sender == null || !sender.startsWith(agent)) {
      return;
    }
    of(request).increment();
    bytes.add(Response.getContentBytesWritten(response));
  }

  private LongAdder of(Request request) {
    return switch (request.getMethod()) {
      case "GET" -> isObject(request.getHttpURI().getPath()) ? gets : lists;
      case "HEAD" -> heads;
      default -> others;
    };
  }

  /** Returns whether a path names an object, {@code /bucket/key}, and not a bucket. */
  private static boolean isObject(String path) {
    int key = path.indexOf('/', 1) + 1;
    return key > 0 && key < path.length();
  }

  /** Returns gets, heads, lists, other requests and bytes since the start. */
  @Override
  public String toString() {
    return gets + " " + heads + " " + lists + " " + others + " " + bytes;
  }
}
