package io.strata.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Reads a server's web pages. */
public final class WebPages {
  private final HttpClient client = HttpClient.newHttpClient();
  private final int port;

  public WebPages(HBaseProcess process) {
    port = process.uiPort();
  }

  /** Returns the text of a page, which must exist. */
  public String get(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    HttpResponse<String> answer =
        client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(path).isEqualTo(200);
    return answer.body();
  }
}
