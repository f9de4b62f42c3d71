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
 * Decides who may see settings: the users who may see HBase's page {@code /conf}. With {@code
 * hbase.security.authentication.ui.config.protected} these are administrators, by HBase's own check
 * of the request; else all users. The key has an effect only if the web interface requires
 * Kerberos. As with {@code /conf}, it is read once, when the web server is created.
 */
final class SettingsAccess {
  static final String PROTECTED = "hbase.security.authentication.ui.config.protected";

  private static final String AUTHENTICATION = "hbase.security.authentication.ui";
  private static final String ATTRIBUTE = "io.strata.settings.protected";

  private SettingsAccess() {}

  /** Stores the key's value in the web server. */
  static void addTo(InfoServer server, Configuration conf) {
    boolean isKerberos = "kerberos".equalsIgnoreCase(conf.get(AUTHENTICATION, ""));
    server.setAttribute(ATTRIBUTE, isKerberos && conf.getBoolean(PROTECTED, false));
  }

  /** Returns whether the request may see settings. Writes nothing to the response. */
  static boolean isAllowed(
      ServletContext context, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    // Without the attribute, the key's value is unknown: then HBase's check decides.
    return Boolean.FALSE.equals(context.getAttribute(ATTRIBUTE))
        || HttpServer.hasAdministratorAccess(context, request, new Unanswered(response));
  }

  /** Ignores the error that HBase's check sends when it rejects a request: the page follows. */
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
