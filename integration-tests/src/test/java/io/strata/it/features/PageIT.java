package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.BuildTree;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.InSharedMemory;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.TestClusters;
import io.strata.it.cluster.WebPages;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
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
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Opens the page of a real server in a browser and keeps screenshots. */
class PageIT {
  private static final int CACHE_MEGABYTES = 64;
  private static final int TABLE_MEGABYTES = CACHE_MEGABYTES;
  private static final String NO_BROWSER =
      "There is no chromium with chromedriver on the PATH. On Debian: apt-get install chromium"
          + " chromium-driver.";

  @TempDir(factory = InSharedMemory.class)
  private static Path memory;

  private static HBaseCluster cluster;
  private static Path pictures;

  private ChromeDriver browser;

  @BeforeAll
  static void start() throws Exception {
    requireBrowser();
    pictures =
        Files.createDirectories(BuildTree.root().resolve("integration-tests/target/pictures"));
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
      browser.quit();
    }
  }

  private static void requireBrowser() {
    boolean isThere = find("chromium").isPresent() && find("chromedriver").isPresent();
    if (!isThere && "true".equals(System.getenv("REQUIRE_BROWSER"))) {
      throw new AssertionError("REQUIRE_BROWSER is true. " + NO_BROWSER);
    }
    assumeTrue(isThere, NO_BROWSER);
  }

  private static Optional<Path> find(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static String page() {
    return "http://127.0.0.1:" + cluster.regionServer().uiPort() + "/strata";
  }

  private void open(int width, int height, boolean dark) throws Exception {
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(find("chromium").orElseThrow().toFile());
    options.addArguments(
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
    options.setCapability("goog:loggingPrefs", logs);
    browser =
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(find("chromedriver").orElseThrow().toFile())
                .build(),
            options);
    browser.manage().window().setSize(new Dimension(Math.max(width, 600), height));
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    browser.get(page());
    Await.until("the page is drawn", () -> text("#state").startsWith("as of"));
  }

  private String text(String selector) {
    return browser.findElement(By.cssSelector(selector)).getText();
  }

  private int count(String selector) {
    return browser.findElements(By.cssSelector(selector)).size();
  }

  private Object run(String script) {
    return browser.executeScript("return " + script);
  }

  @ParameterizedTest
  @CsvSource({"1280,false", "1280,true", "360,false", "360,true"})
  void pageIsCompleteAndFits(int width, boolean dark) throws Exception {
    open(width, 900, dark);

    assertThat(text("#server")).startsWith("localhost,");
    assertThat(count("#tiers .card")).isEqualTo(3);
    assertThat(text("#tiers .attached")).startsWith("Started empty:");
    assertThat(count("#history svg path[d^=M]")).as("lines").isPositive();
    assertThat(count("#curve circle")).isEqualTo(7);
    assertThat(text("#curve")).contains("current size");
    assertThat(count("#buckets button")).isEqualTo(CACHE_MEGABYTES / 4 - 2);
    assertThat(count("#legend li")).isGreaterThan(1);
    assertThat(text("#files")).contains("table-16", "table-32", "table-64");
    assertThat(text("#settings")).contains("hbase.bucketcache.size", "strata.flash.path");
    assertThat(text("#findings")).isNotBlank();

    assertThat((long) run("document.documentElement.scrollWidth - innerWidth"))
        .as("pixels beyond the width")
        .isLessThanOrEqualTo(0);
    assertThat((String) run("getComputedStyle(document.body).backgroundColor"))
        .isEqualTo(dark ? "rgb(13, 17, 23)" : "rgb(255, 255, 255)");
    assertThat(
            (boolean)
                run(
                    "performance.getEntriesByType('resource').every(e =>"
                        + " e.name.startsWith(location.origin))"))
        .as("nothing is loaded from other hosts")
        .isTrue();
    takePicture(width, dark);
    checkConsole();
  }

  /** Takes a screenshot of the whole page. */
  private void takePicture(int width, boolean dark) throws IOException {
    long height = (long) run("document.documentElement.scrollHeight");
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    Files.write(
        pictures.resolve("page-%d-%s.png".formatted(width, dark ? "dark" : "light")),
        browser.getScreenshotAs(OutputType.BYTES));
  }

  /** Checks that the browser logged no error of a script or of a request. */
  private void checkConsole() {
    assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
        .extracting(LogEntry::getMessage)
        .isEmpty();
  }

  @Test
  void pageIsOperableByKeyboard() throws Exception {
    open(1280, 900, false);
    WebElement first = browser.findElement(By.cssSelector("#buckets button"));
    browser.executeScript("arguments[0].focus()", first);
    browser.switchTo().activeElement().sendKeys(Keys.ARROW_RIGHT);
    browser.switchTo().activeElement().sendKeys(Keys.ARROW_RIGHT);
    browser.switchTo().activeElement().sendKeys(Keys.ARROW_LEFT);
    assertThat(browser.switchTo().activeElement().getAttribute("data-number")).isEqualTo("1");
    browser.switchTo().activeElement().sendKeys(Keys.ENTER);
    Await.until("the bucket is shown", () -> count("#bucket tbody tr") > 0);
    assertThat(text("#bucket caption")).isEqualTo("Blocks in bucket 1");
    assertThat(text("#bucket tbody")).contains("data");

    int changed = count("#settings tbody tr");
    browser.findElement(By.id("changed")).sendKeys(Keys.SPACE);
    assertThat(count("#settings tbody tr")).isGreaterThan(changed);

    // All controls are reachable by Tab, in document order.
    browser.executeScript("document.activeElement.blur(); window.scrollTo(0, 0)");
    List<String> reached = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      browser.switchTo().activeElement().sendKeys(Keys.TAB);
      reached.add(browser.switchTo().activeElement().getTagName());
    }
    assertThat(reached).contains("a", "button", "input", "div");
    checkConsole();
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
