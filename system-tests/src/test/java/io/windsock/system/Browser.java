package io.windsock.system;

import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The board's page in Chromium, without a screen. One thread owns it. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(50);

  /** What the browser itself says of a connection that fails, and no fault of the page. */
  private static final String NETWORK = "net::ERR_";

  /** What it says of a site that has come back and is not ready yet; the page asks again. */
  private static final Pattern STARTING = Pattern.compile("/v1/subscribe\\S* - .*status of 503");

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Debian's packages bring both; null where one is absent. */
  static @Nullable Browser start() {
    File chromium = onPath("chromium");
    File chromedriver = onPath("chromedriver");
    if (chromium == null || chromedriver == null) {
      return null;
    }
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium);
    options.setCapability("goog:loggingPrefs", logs);
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--no-first-run",
        "--window-size=1280,800");
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(chromedriver)
            .usingAnyFreePort()
            .withTimeout(Duration.ofMinutes(2))
            .build();
    return new Browser(new ChromeDriver(service, options));
  }

  private static @Nullable File onPath(String name) {
    String path = System.getenv("PATH");
    return Stream.of((path == null ? "" : path).split(File.pathSeparator, -1))
        .map(folder -> new File(folder, name))
        .filter(File::canExecute)
        .findFirst()
        .orElse(null);
  }

  void open(String url) {
    driver.get(url);
  }

  /** Makes the window so big, in CSS pixels. */
  void size(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
  }

  /** What the body of a JavaScript function returns. */
  @Nullable Object ask(String javaScript, Object... arguments) {
    return driver.executeScript(javaScript, arguments);
  }

  boolean holds(String expression, Object... arguments) {
    return Boolean.TRUE.equals(ask("return Boolean(" + expression + ")", arguments));
  }

  String text(String selector) {
    return String.valueOf(ask("return document.querySelector(arguments[0])?.innerText", selector));
  }

  /** Waits until a JavaScript expression is true. */
  void await(String expression, Object... arguments) {
    awaiting(expression, () -> holds(expression, arguments));
  }

  /** Waits until {@code condition} is true. */
  void awaiting(String what, Callable<Boolean> condition) {
    org.awaitility.Awaitility.await(what)
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(POLL)
        .until(condition);
  }

  /** Waits until the connection is in {@code state}. */
  void awaitState(String state) {
    await("document.getElementById('connection').dataset.state === arguments[0]", state);
  }

  /**
   * The flights on the board: by key the text of each cell by its name, parts set apart by a blank;
   * {@code is} is the status code.
   */
  @SuppressWarnings("unchecked")
  Map<String, Map<String, String>> rows() {
    Object rows =
        ask(
            """
            const parts = (td) => [...td.childNodes].map((node) => node.textContent).join(' ');
            const line = (tr) => [['is', tr.dataset.status],
              ...[...tr.cells].map((td) => [td.classList[0], parts(td)])];
            return Object.fromEntries([...document.querySelectorAll('#rows tr')]
              .map((tr) => [tr.dataset.key, Object.fromEntries(line(tr))]));
            """);
    return (Map<String, Map<String, String>>) rows;
  }

  /** The cells of a flight that flash, by name. */
  List<?> flashing(String key) {
    Object names =
        ask(
            """
            return [...document.querySelectorAll(`#rows tr[data-key="${arguments[0]}"] td`)]
              .filter((td) => getComputedStyle(td).animationName === 'flash')
              .map((td) => td.classList[0]);
            """,
            key);
    return (List<?>) names;
  }

  /** Where on the map the one aircraft is, {x, y} in pixels from the top left; null: nowhere. */
  double @Nullable [] aircraft() {
    List<?> at =
        (List<?>)
            ask(
                """
                const canvas = document.getElementById('map');
                const copy = new OffscreenCanvas(canvas.width, canvas.height)
                  .getContext('2d', { willReadFrequently: true });
                copy.drawImage(canvas, 0, 0);
                const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
                let count = 0, x = 0, y = 0;
                for (let i = 0; i < data.length; i += 4) {
                  if (data[i] === 255 && data[i + 1] === 201 && data[i + 2] === 77
                    && data[i + 3] === 255) {
                    count++; x += (i / 4) % canvas.width; y += Math.floor(i / 4 / canvas.width);
                  }
                }
                return count ? [x / count, y / count] : [];
                """);
    return at.isEmpty()
        ? null
        : new double[] {((Number) at.get(0)).doubleValue(), ((Number) at.get(1)).doubleValue()};
  }

  /** Errors in the console since the last call, but for sites that can't be reached yet. */
  List<String> errors() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .filter(message -> !message.contains(NETWORK))
        .filter(message -> !STARTING.matcher(message).find())
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
