package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.InSharedMemory;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.TestClusters;
import io.strata.it.cluster.WebPages;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Opens the page of a real server in a browser and keeps screenshots. */
class PageIT {
  private static final int CACHE_MEGABYTES = 64;
  private static final int TABLE_MEGABYTES = CACHE_MEGABYTES;

  @TempDir(factory = InSharedMemory.class)
  private static Path memory;

  private static HBaseCluster cluster;
  private PageBrowser browser;

  @BeforeAll
  static void start() throws Exception {
    PageBrowser.require();
    Path folder = TestClusters.folder("page");
    cluster =
        TestClusters.start(
            "page",
            HBaseDistribution.V2_6_4,
            TestClusters.cacheUnderTest(CACHE_MEGABYTES)
                .withHeap("512m")
                .withSite("strata.offheap.path", memory.resolve("memory").toString())
                .withSite("strata.flash.path", folder.resolve("blocks").toString())
                .withSite("strata.flash.size", "512m")
                .withSite("strata.flash.write.rate", "0"));
    try (Connection connection =
        ConnectionFactory.createConnection(cluster.clientConfiguration())) {
      // Tables with different block sizes, for slots of more than one size.
      for (int size = 16; size <= 64; size *= 2) {
        RowTable table = new RowTable(connection, "table-" + size, TABLE_MEGABYTES, size << 10);
        table.write();
        table.scan();
        table.scan();
      }
      // The history has a point for each period.
      WebPages pages = new WebPages(cluster.regionServer());
      Await.until(
          "there is a history",
          () -> pages.get("/strata/data.json").contains("\"readsPerSecond\""));
    }
  }

  @AfterAll
  static void stop() throws IOException {
    if (cluster != null) {
      assertThat(RegionServerLog.complaints(cluster)).isEmpty();
      cluster.close();
    }
  }

  @AfterEach
  void close() {
    if (browser != null) {
      browser.close();
    }
  }

  private static String page() {
    return "http://127.0.0.1:" + cluster.regionServer().uiPort() + "/strata";
  }

  @ParameterizedTest
  @CsvSource({"1280,false", "1280,true", "360,false", "360,true"})
  void pageIsCompleteAndFits(int width, boolean dark) throws Exception {
    browser = new PageBrowser(page(), width, 900, dark);

    assertThat(browser.text("#server")).startsWith("localhost,");
    assertThat(browser.count("#tiers .card")).isEqualTo(3);
    assertThat(browser.text("#tiers .attached")).startsWith("Started empty:");
    assertThat(browser.count("#history svg path[d^=M]")).as("lines").isPositive();
    assertThat(browser.count("#curve circle")).isEqualTo(7);
    assertThat(browser.text("#curve")).contains("current size");
    assertThat(browser.count("#buckets button")).isEqualTo(CACHE_MEGABYTES / 2 - 2);
    assertThat(browser.count("#legend li")).isGreaterThan(1);
    assertThat(browser.text("#files")).contains("table-16", "table-32", "table-64");
    assertThat(browser.text("#settings")).contains("hbase.bucketcache.size", "strata.flash.path");
    assertThat(browser.text("#findings")).isNotBlank();

    assertThat((long) browser.run("document.documentElement.scrollWidth - innerWidth"))
        .as("pixels beyond the width")
        .isLessThanOrEqualTo(0);
    assertThat((String) browser.run("getComputedStyle(document.body).backgroundColor"))
        .isEqualTo(dark ? "rgb(13, 17, 23)" : "rgb(255, 255, 255)");
    assertThat(
            (boolean)
                browser.run(
                    "performance.getEntriesByType('resource').every(e =>"
                        + " e.name.startsWith(location.origin))"))
        .as("nothing is loaded from other hosts")
        .isTrue();
    browser.takePicture(
        PageBrowser.pictures().resolve("page-%d-%s.png".formatted(width, dark ? "dark" : "light")),
        width);
    browser.checkConsole();
  }

  @Test
  void pageIsOperableByKeyboard() throws Exception {
    browser = new PageBrowser(page(), 1280, 900, false);
    WebElement first = browser.driver().findElement(By.cssSelector("#buckets button"));
    browser.driver().executeScript("arguments[0].focus()", first);
    browser.driver().switchTo().activeElement().sendKeys(Keys.ARROW_RIGHT);
    browser.driver().switchTo().activeElement().sendKeys(Keys.ARROW_RIGHT);
    browser.driver().switchTo().activeElement().sendKeys(Keys.ARROW_LEFT);
    assertThat(browser.driver().switchTo().activeElement().getAttribute("data-number"))
        .isEqualTo("1");
    browser.driver().switchTo().activeElement().sendKeys(Keys.ENTER);
    Await.until("the bucket is shown", () -> browser.count("#bucket tbody tr") > 0);
    assertThat(browser.text("#bucket caption")).isEqualTo("Blocks in bucket 1");
    assertThat(browser.text("#bucket tbody")).contains("data");

    int changed = browser.count("#settings tbody tr");
    browser.driver().findElement(By.id("changed")).sendKeys(Keys.SPACE);
    assertThat(browser.count("#settings tbody tr")).isGreaterThan(changed);

    // All controls are reachable by Tab, in document order.
    browser.driver().executeScript("document.activeElement.blur(); window.scrollTo(0, 0)");
    List<String> reached = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      browser.driver().switchTo().activeElement().sendKeys(Keys.TAB);
      reached.add(browser.driver().switchTo().activeElement().getTagName());
    }
    assertThat(reached).contains("a", "button", "input", "div");
    browser.checkConsole();
  }

  @Test
  void invalidRequestsGetAMessage() throws Exception {
    Map<String, Integer> answers =
        Map.of(
            "/bucket.json", 400,
            "/bucket.json?number=x", 400,
            "/bucket.json?number=-1", 404,
            "/bucket.json?number=1000000", 404,
            "/page.java", 404,
            "/../web.xml", 404,
            "/data.json", 200,
            "/buckets.json", 200,
            "/bucket.json?number=0", 200);
    for (Map.Entry<String, Integer> each : answers.entrySet()) {
      var answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(page() + each.getKey())).build(),
                  BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(each.getKey()).isEqualTo(each.getValue());
    }
  }
}
