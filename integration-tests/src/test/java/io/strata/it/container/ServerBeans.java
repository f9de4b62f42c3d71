package io.strata.it.container;

import io.strata.it.cluster.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the MBeans of a RegionServer in a container from its web pages. */
final class ServerBeans {
  static final String CACHE = "Hadoop:service=HBase,name=RegionServer,sub=Server";
  static final String OFF_HEAP = "io.strata:type=OffHeapCache";

  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;

  ServerBeans(HBaseContainer regionServer) {
    address = "http://%s:%d".formatted(regionServer.address(), ContainerSite.UI_PORT);
  }

  /**
   * Returns an integer attribute of a bean. HBase withholds its beans for some seconds when a
   * region opens; this method waits for them, for up to three minutes.
   */
  long number(String bean, String attribute) throws Exception {
    URI uri = URI.create(address + "/jmx?qry=" + bean.replace(" ", "%20"));
    Pattern line = Pattern.compile("\"" + attribute + "\" *: *(\\d+)");
    Matcher[] found = new Matcher[1];
    Await.until(
        "there is " + attribute + " of " + bean,
        () -> {
          HttpRequest request = HttpRequest.newBuilder(uri).build();
          found[0] = line.matcher(client.send(request, BodyHandlers.ofString()).body());
          return found[0].find();
        });
    return Long.parseLong(found[0].group(1));
  }
}
