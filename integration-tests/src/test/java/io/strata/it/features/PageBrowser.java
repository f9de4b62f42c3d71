package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.BuildTree;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The page of a server in a browser without a window. */
final class PageBrowser implements AutoCloseable {
  private static final String NO_BROWSER =
      "There is no chromium with chromedriver on the PATH. On Debian: apt-get install chromium"
          + " chromium-driver.";

  private final ChromeDriver driver;

  /** Opens a page and waits until it is drawn. */
  PageBrowser(String page, int width, int height, boolean dark) throws Exception {
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(find("chromium").orElseThrow().toFile());
    options.addArguments(
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
    options.setCapability("goog:loggingPrefs", logs);
    driver =
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(find("chromedriver").orElseThrow().toFile())
                .build(),
            options);
    boolean isDrawn = false;
    try {
      open(page, width, height, dark);
      isDrawn = true;
    } finally {
      if (!isDrawn) {
        driver.quit();
      }
    }
  }

  private void open(String page, int width, int height, boolean dark) throws Exception {
    driver.manage().window().setSize(new Dimension(Math.max(width, 600), height));
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    driver.get(page);
    Await.until("the page is drawn", () -> text("#state").startsWith("as of"));
  }

  /** Ends the test if there is no browser, or fails it where there must be one. */
  static void require() {
    boolean isThere = find("chromium").isPresent() && find("chromedriver").isPresent();
    if (!isThere && "true".equals(System.getenv("REQUIRE_BROWSER"))) {
      throw new AssertionError("REQUIRE_BROWSER is true. " + NO_BROWSER);
    }
    assumeTrue(isThere, NO_BROWSER);
  }

  /** Returns the folder of the screenshots. */
  static Path pictures() throws IOException {
    return Files.createDirectories(BuildTree.root().resolve("integration-tests/target/pictures"));
  }

  ChromeDriver driver() {
    return driver;
  }

  String text(String selector) {
    return driver.findElement(By.cssSelector(selector)).getText();
  }

  int count(String selector) {
    return driver.findElements(By.cssSelector(selector)).size();
  }

  Object run(String script) {
    return driver.executeScript("return " + script);
  }

  /** Takes a screenshot of the whole page. */
  void takePicture(Path file, int width) throws IOException {
    long height = (long) run("document.documentElement.scrollHeight");
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
  }

  /** Checks that the browser logged no error of a script or of a request. */
  void checkConsole() {
    assertThat(driver.manage().logs().get(LogType.BROWSER).getAll())
        .extracting(LogEntry::getMessage)
        .isEmpty();
  }

  private static Optional<Path> find(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
