package io.strata.readpath.web;

import java.io.IOException;
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.http.HttpServer;
import org.apache.hadoop.hbase.http.InfoServer;

/**
 * Decides who sees settings: whoever HBase lets see its page {@code /conf}. With {@code
 * hbase.security.authentication.ui.config.protected} these are administrators, by HBase's own check
 * of the request, else all; the switch has an effect only where its pages ask for Kerberos. As with
 * {@code /conf}, the switch counts as it is when the web server is made.
 */
final class SettingsAccess {
  static final String PROTECTED = "hbase.security.authentication.ui.config.protected";

  private static final String AUTHENTICATION = "hbase.security.authentication.ui";
  private static final String ATTRIBUTE = "io.strata.settings.protected";

  private SettingsAccess() {}

  /** Keeps the switch with a web server. */
  static void addTo(InfoServer server, Configuration conf) {
    boolean isKerberos = "kerberos".equalsIgnoreCase(conf.get(AUTHENTICATION, ""));
    server.setAttribute(ATTRIBUTE, isKerberos && conf.getBoolean(PROTECTED, false));
  }

  /** Returns whether the request may see settings; answers nothing. */
  static boolean isAllowed(
      ServletContext context, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    // A server without the attribute was not asked: then it shows none without the check.
    return Boolean.FALSE.equals(context.getAttribute(ATTRIBUTE))
        || HttpServer.hasAdministratorAccess(context, request, new Unanswered(response));
  }

  /** HBase's check answers a request that it rejects; here the rest of the answer follows. */
  private static final class Unanswered extends HttpServletResponseWrapper {
    Unanswered(HttpServletResponse response) {
      super(response);
    }

    @Override
    public void sendError(int status) {}

    @Override
    public void sendError(int status, String message) {}
  }
}
