package io.strata.it.container;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The MBeans of a RegionServer in a container, from its web pages. */
final class ServerBeans {
  static final String CACHE = "Hadoop:service=HBase,name=RegionServer,sub=Server";

  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;

  ServerBeans(HBaseContainer regionServer) {
    address = "http://%s:%d".formatted(regionServer.address(), ContainerSite.UI_PORT);
  }

  /** A whole number of a bean. */
  long number(String bean, String attribute) throws IOException, InterruptedException {
    URI uri = URI.create(address + "/jmx?qry=" + bean.replace(" ", "%20"));
    String json = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    Matcher matcher = Pattern.compile("\"" + attribute + "\" *: *(\\d+)").matcher(json);
    if (!matcher.find()) {
      throw new IllegalStateException("There is no " + attribute + " of " + bean + ": " + json);
    }
    return Long.parseLong(matcher.group(1));
  }
}
