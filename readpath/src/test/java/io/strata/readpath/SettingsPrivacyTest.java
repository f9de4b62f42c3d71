package io.strata.readpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.web.WebUi;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.http.FilterContainer;
import org.apache.hadoop.hbase.http.FilterInitializer;
import org.apache.hadoop.hbase.http.InfoServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings on Strata's pages of HBase's web server. */
class SettingsPrivacyTest {
  private static final String SECRET = "hunter2";

  /** Authenticates a request as the user in its query. */
  public static final class Users extends FilterInitializer implements Filter {
    @Override
    public void initFilter(FilterContainer container, Configuration conf) {
      container.addFilter("users", Users.class.getName(), Map.of());
    }

    @Override
    public void init(FilterConfig config) {}

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      chain.doFilter(
          new HttpServletRequestWrapper((HttpServletRequest) request) {
            @Override
            public @Nullable String getRemoteUser() {
              return getParameter("user");
            }
          },
          response);
    }

    @Override
    public void destroy() {}
  }

  private static Configuration conf() {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.set("hbase.bucketcache.size", "33");
    conf.set("hfile.block.cache.policy", "TinyLFU");
    conf.set("hbase.crypto.keyprovider.parameters", "jceks:///keys?password=" + SECRET);
    conf.set("hbase.http.filter.initializers", Users.class.getName());
    return conf;
  }

  private interface Asking {
    void ask(InfoServer server) throws Exception;
  }

  private static void serve(Configuration conf, Asking asking) throws Exception {
    StrataCache cache = new StrataCache(conf);
    InfoServer server = new InfoServer("settings", "127.0.0.1", 0, false, conf);
    try {
      // Without Kerberos: the check runs with the user of the filter.
      Configuration withKerberos = new Configuration(conf);
      withKerberos.set("hbase.security.authentication.ui", "kerberos");
      WebUi.addTo(server, withKerberos);
      WebUi.show(server, cache.webSource("localhost", Map::of));
      server.start();
      asking.ask(server);
    } finally {
      server.stop();
      assertThat(cache.offHeap().audit()).isEmpty();
      cache.shutdown();
    }
  }

  @SuppressWarnings("deprecation") // The only way to ask for the port.
  private static HttpResponse<String> get(InfoServer server, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.getPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  @Test
  void pageLacksPasswordOfKeyStore() throws Exception {
    serve(
        conf(),
        server -> {
          String data = get(server, "/strata/data.json").body();
          assertThat(data)
              .contains("hbase.crypto.keyprovider.parameters", "\"settingsShown\":true", "\"33\"")
              .doesNotContain(SECRET);
          assertThat(get(server, "/strata/").body()).doesNotContain(SECRET);
        });
  }

  @Test
  void pageLacksSecretThatOtherValueRefersTo() throws Exception {
    Configuration conf = conf();
    conf.set("hbase.crypto.master.key.name", "${hbase.crypto.keyprovider.parameters}");
    conf.set("hbase.blockcache.external.class", "${hbase.crypto.keyprovider.parameters}");
    serve(
        conf,
        server -> {
          String data = get(server, "/strata/data.json").body();
          assertThat(data).contains("hbase.crypto.master.key.name").doesNotContain(SECRET);
          assertThat(get(server, "/strata/metrics").body()).doesNotContain(SECRET);
        });
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, ''",
    "false, true, ''",
    "true, false, ''",
    "true, true, ''",
    "true, true, ?user=someone",
  })
  void showsSettingsToSameUsersAsHBase(boolean isProtected, boolean isAuthorized, String query)
      throws Exception {
    Configuration conf = conf();
    conf.setBoolean("hbase.security.authentication.ui.config.protected", isProtected);
    conf.setBoolean("hadoop.security.authorization", isAuthorized);
    serve(
        conf,
        server -> {
          boolean isShown = !isProtected || !isAuthorized || !query.isEmpty();

          HttpResponse<String> answer = get(server, "/strata/data.json" + query);
          assertThat(answer.statusCode()).isEqualTo(200);
          assertThat(answer.body()).contains("\"tiers\"", "\"settingsShown\":" + isShown);
          assertThat(answer.body().contains("hbase.bucketcache.bucket.sizes")).isEqualTo(isShown);
          assertThat(answer.body().contains("TinyLFU")).as("a note").isEqualTo(isShown);
        });
  }
}
