package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.LinkSample;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.control.state.ControllerStatus;
import io.windsock.control.testing.MemoryController;
import io.windsock.control.testing.MemoryStorms;
import io.windsock.control.testing.Samples;
import io.windsock.embedded.FreePort;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The console in a real browser, of a controller in memory whose data change. Skipped where
 * Debian's packages chromium and chromium-driver are absent.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class ConsoleIT {
  private static final String NO_BROWSER =
      "no chromium and chromedriver on the PATH: apt-get install chromium chromium-driver";

  private static final String EVIL =
      "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>";

  private static final String CHART = "document.querySelector('.chart[data-value=pending]')";

  private static Browser browser;

  private MemoryController controller;
  private ScheduledExecutorService samples;
  private volatile long pending = 20;
  private long received;

  @BeforeAll
  static void startBrowser() {
    browser = Browser.start();
    if (browser == null) {
      System.out.println("skipped: " + NO_BROWSER); // Maven's output does not tell why
    }
  }

  @AfterAll
  static void stopBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void start() {
    assumeTrue(browser != null, NO_BROWSER);
    browser.size(1280, 900);
    controller = MemoryController.start(FreePort.any(), new MemoryStorms());
    controller.commit(Samples.commitPoint(System.currentTimeMillis()));
    sampleOnAndOn();
  }

  private void sampleOnAndOn() {
    samples = Executors.newSingleThreadScheduledExecutor();
    var unused = samples.scheduleAtFixedRate(this::sample, 0, 250, TimeUnit.MILLISECONDS);
  }

  private void sample() {
    long nowMs = System.currentTimeMillis();
    received += 100;
    controller.hear(Samples.topology("topology-1", nowMs, received));
    controller.hear(Samples.site("central", "central", nowMs, 1));
    controller.hear(Samples.site("mirror-1", "mirror", nowMs, pending));
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (controller != null) {
      browser.open("about:blank");
      assertThat(browser.errors()).isEmpty();
      samples.shutdownNow();
      samples.awaitTermination(10, TimeUnit.SECONDS);
      controller.close();
    }
  }

  private void open() {
    browser.open(controller.server().url() + "/console");
    browser.awaitState("live");
    browser.await("document.querySelectorAll('.chart').length === 8");
  }

  private void adapt(String mode) {
    Parameters now = controller.parameters();
    assertThat(now).isNotNull();
    long atMs = System.currentTimeMillis();
    long epoch = now.getEpoch() + 1;
    String from = now.getInForce().getName();
    String reason = "queue of pending requests at mirror-1 is " + pending + " requests";
    controller.decide(Samples.decision(atMs, epoch, from, mode, reason));
    controller.change(
        Parameters.newBuilder(now)
            .setEpoch(epoch)
            .setInForce(Samples.function(mode, 20, 100))
            .setAdapted(mode.equals("busy"))
            .setWrittenAtMs(atMs)
            .setReason(reason)
            .build());
  }

  /** How far a line lies from where the chart's scale has the value, in pixels. */
  private double offBy(String line, double value) {
    Object pixels =
        browser.ask(
            """
            const [line, value] = arguments;
            const chart = document.querySelector('.chart[data-value=pending]');
            const over = chart.querySelector('.u-over');
            const at = (target) => {
              const { top, height } = target.getBoundingClientRect();
              return top + height / 2;
            };
            const primary = over.querySelector('.threshold.primary');
            const { top } = over.getBoundingClientRect();
            const max = Number(chart.dataset.max);
            const scale = (at(primary) - top) / (max - Number(primary.dataset.at));
            return Math.abs(top + (max - value) * scale - at(over.querySelector(line)));
            """,
            line,
            value);
    return ((Number) pixels).doubleValue();
  }

  @Test
  void shouldDrawBothThresholdsOfAMonitoredValue() {
    open();
    browser.await(CHART + ".querySelector('.threshold.primary').dataset.at === '500'");
    browser.await(CHART + ".querySelector('.threshold.back').dataset.at === '200'");
    assertThat(browser.text(".chart[data-value=pending] .threshold.primary")).contains("adapt 500");
    assertThat(browser.text(".chart[data-value=pending] .threshold.back")).contains("back 200");
    assertThat(offBy(".threshold.back", 200)).isLessThan(2);
    assertThat(
            browser.holds(
                "getComputedStyle(document.querySelector('.chart[data-value=cpu]"
                    + " .threshold.primary')).display === 'none'"))
        .as("a value without thresholds has no lines")
        .isTrue();
    browser.await("document.querySelector('#thresholds tr[data-value=pending]')");

    Parameters now = controller.parameters();
    assertThat(now).isNotNull();
    now = Parameters.newBuilder(now).setEpoch(2).build();
    now.getMonitored().get(0).setPrimary(800.0);
    controller.change(now);
    browser.await(CHART + ".querySelector('.threshold.primary').dataset.at === '800'");
    browser.await(CHART + ".querySelector('.threshold.back').dataset.at === '500'");
  }

  @Test
  void shouldShortenNamesThatEndInAUuid() {
    String instance = "topology-ab5b87b8-7182-4bdd-a945-79edd152d7ec";
    controller.hear(Samples.topology(instance, System.currentTimeMillis(), 1));
    open();
    browser.await("document.getElementById('legend').innerText.includes('topology-ab5b')");
    assertThat(browser.text("#legend")).doesNotContain("87b8");
  }

  @Test
  void shouldDrawALineForEachSite() {
    open();
    browser.await("document.getElementById('legend').children.length === 3");
    assertThat(browser.text("#legend")).contains("topology-1", "central", "mirror-1");
    browser.await(CHART + ".querySelector('output').innerText === 'highest now 20'");
    String coloured =
        """
        const canvas = document.querySelector('.chart[data-value=pending] canvas');
        const copy = new OffscreenCanvas(canvas.width, canvas.height)
          .getContext('2d', { willReadFrequently: true });
        copy.drawImage(canvas, 0, 0);
        const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
        let count = 0;
        for (let i = 0; i < data.length; i += 4) {
          if (data[i + 3] > 200 && data[i + 1] > data[i] + 60 && data[i + 1] > data[i + 2] + 30) count++;
        }
        return count;
        """;
    browser.awaiting(
        "the line of mirror-1, in green", () -> ((Number) browser.ask(coloured)).intValue() > 5);
    pending = 650;
    browser.await(CHART + ".querySelector('output').innerText === 'highest now 650'");
    browser.await(CHART + ".querySelector('output').classList.contains('over')");
  }

  @Test
  void shouldShowTheModeAlongTheTimeAxisAndListTheDecision() {
    open();
    String band = "[..." + CHART + ".querySelectorAll('.band i')].map((i) => i.dataset.mode)";
    browser.await(band + ".join() === 'normal'");
    assertThat(browser.text("#mode b")).isEqualTo("normal");

    pending = 650;
    adapt("busy");
    browser.await(band + ".join() === 'normal,busy'");
    browser.await("document.getElementById('mode').innerText.includes('busy')");
    assertThat(browser.text("#decisions li:first-child"))
        .contains("normal → busy", "epoch 2", "mirror-1 is 650 requests");
    assertThat(browser.text("#epoch")).isEqualTo("epoch 2");
    assertThat(browser.text("#parameters")).contains("100 sent events");

    pending = 100;
    adapt("normal");
    browser.await(band + ".join() === 'normal,busy,normal'");
    assertThat(browser.text("#decisions li:first-child")).contains("busy → normal");
    assertThat(
            browser.holds(
                "new Set([..."
                    + CHART
                    + ".querySelectorAll('.band i')].map((i) => getComputedStyle(i).backgroundColor))"
                    + ".size === 2"))
        .as("modes are told apart by colour")
        .isTrue();
  }

  @Test
  void shouldPinAFunctionAndReleaseIt() {
    open();
    browser.await("document.querySelector('[data-release]').disabled");
    browser.ask("document.querySelector('[data-function=busy]').click()");
    browser.awaiting(
        "the call",
        () ->
            controller.calls().stream()
                .anyMatch(call -> call.startsWith("pin {\"function\":\"busy\"}")));
    browser.await("document.getElementById('mode').innerText.includes('pinned to busy')");
    browser.await(
        "document.querySelector('[data-function=busy]').getAttribute('aria-pressed') === 'true'");
    assertThat(browser.text("#said")).isEqualTo("pinned busy, epoch 2");

    browser.await("!document.querySelector('[data-release]').disabled");
    browser.ask("document.querySelector('[data-release]').click()");
    browser.awaiting(
        "the call",
        () -> controller.calls().stream().anyMatch(call -> call.startsWith("release {}")));
    browser.await("!document.getElementById('mode').innerText.includes('pinned')");
  }

  @Test
  void shouldStartAStormAndStopIt() {
    open();
    browser.await("document.getElementById('storm-report').innerText === 'no storm yet'");
    browser.ask(
        """
        const { clients, ramp, pattern } = document.getElementById('storm').elements;
        clients.value = 300; ramp.value = 1.5; pattern.value = 'sine';
        document.querySelector('#storm button[type=submit]').click();
        """);
    browser.await("document.getElementById('storm-report').innerText.includes('under way')");
    assertThat(browser.text("#storm-report")).contains("150 of 300 served", "p99 80 ms");
    browser.await("!document.getElementById('storm').elements.stop.disabled");
    browser.ask("document.getElementById('storm').elements.stop.click()");
    browser.await("document.getElementById('storm-report').innerText.startsWith('over')");
  }

  private static String edge(String name) {
    String text = "return document.querySelector(`[data-edge=\"${arguments[0]}\"]`).textContent";
    return String.valueOf(browser.ask(text, name));
  }

  @Test
  void shouldShowFlowAndSites() {
    open();
    browser.await("document.querySelector('[data-edge=in] text')?.textContent.endsWith('/s')");
    browser.await("document.querySelector('[data-node=\"site mirror-1\"]')");
    assertThat(edge("to mirror-1")).contains("lag 12");
    assertThat(edge("out mirror")).contains("20 %");
    assertThat(browser.text("#sites tr[data-key=mirror-1]"))
        .contains("mirror", "live", "1000 1100", "950 1050", "17 · 1.4 s");
    assertThat(
            browser.ask(
                "return document.querySelector('#sites tr[data-key=mirror-1]').cells[3].title"))
        .isEqualTo(new Token(7, new long[] {1_000, 1_100}).toString());
    assertThat(browser.text("#commits")).contains("windsock.mirror", "mirror-1/3");
  }

  private static final String GATEWAY =
      "document.querySelector('#gateways tr[data-key=gateway-1]')";

  @Test
  void shouldShowGatewaysOnceThereAreSome() {
    open();
    assertThat(browser.holds("document.getElementById('gateways-panel').hidden")).isTrue();
    for (long calls = 400; !browser.holds(GATEWAY + "?.cells[5].innerText === '90.0 %'"); ) {
      calls += 400;
      controller.hear(Samples.gateway("gateway-1", System.currentTimeMillis(), calls));
    }
    assertThat(browser.holds("document.getElementById('gateways-panel').hidden")).isFalse();
    assertThat(browser.text("#gateways tr[data-key=gateway-1]"))
        .contains("ready", "2 of 3, mirror-3 drained", "0 · 0", "312 ms", "7 · 2", "now");
    assertThat(browser.holds("Number.parseFloat(" + GATEWAY + ".cells[4].innerText) > 0")).isTrue();
    assertThat(browser.ask("return " + GATEWAY + ".cells[7].title"))
        .isEqualTo("5 since its start: 3 for keys, 2 for views");
    assertThat(browser.holds("Number.parseFloat(" + GATEWAY + ".cells[8].innerText) > 0"))
        .as("duplicates")
        .isTrue();
    assertThat(browser.holds(GATEWAY + ".cells[9].innerText === '8'")).as("batch").isTrue();

    GatewaySample last = Samples.gateway("gateway-1", System.currentTimeMillis(), 0);
    last.setPhase("CLOSED");
    controller.hear(last);
    browser.await(GATEWAY + ".cells[1].innerText === 'closed'");
    browser.await(GATEWAY + ".cells[1].classList.contains('alarm')");
    browser.await(GATEWAY + ".classList.contains('stale')");
    assertThat(browser.text("#gateways tr[data-key=gateway-1]")).contains("silent for");
  }

  private static final String LINK = "document.querySelector('#links tr[data-key=main]')";

  @Test
  void shouldShowLinksOnceThereAreSome() {
    open();
    assertThat(browser.holds("document.getElementById('links-panel').hidden")).isTrue();
    for (long records = 100; !browser.holds(LINK + "?.cells[6].innerText === '4.0'"); ) {
      records += 100;
      controller.hear(Samples.link("main", System.currentTimeMillis(), records));
    }
    assertThat(browser.holds("document.getElementById('links-panel').hidden")).isFalse();
    assertThat(browser.text("#links tr[data-key=main]"))
        .contains("sending", "41", "130 ms of 1 s", "30 ms · 400", "hybrid, 4", "now")
        .contains("assemble 0.3 ms, compress 12 ms");
    assertThat(browser.holds(LINK + ".cells[3].classList.contains('alarm')")).isFalse();
    assertThat(browser.holds("Number.parseFloat(" + LINK + ".cells[4].innerText) > 0")).isTrue();
    assertThat(browser.text("#links tr[data-key=main] td:nth-child(8)")).isEqualTo("10");

    LinkSample last = Samples.link("main", System.currentTimeMillis(), 0);
    last.setPhase("STOPPED");
    last.setLag(-1);
    last.setRpoMs(1_001);
    controller.hear(last);
    browser.await(LINK + ".cells[1].innerText === 'stopped'");
    browser.await(LINK + ".cells[1].classList.contains('alarm')");
    browser.await(LINK + ".cells[2].innerText === '–'");
    browser.await(LINK + ".cells[3].classList.contains('alarm')");
    browser.await(LINK + ".classList.contains('stale')");
  }

  @Test
  void shouldSayWhichSiteIsSilent() {
    open();
    browser.await("document.querySelector('#sites tr[data-key=mirror-1]')");
    SiteSample last = Samples.site("leaver", "mirror", System.currentTimeMillis(), 1);
    controller.hear(last);
    browser.await("document.querySelector('#sites tr[data-key=leaver]')");
    browser.await("document.querySelector('#sites tr.stale[data-key=leaver]')");
    assertThat(browser.text("#sites tr[data-key=leaver]")).contains("silent for");
    // After a pause of the whole machine every site was silent for a moment.
    browser.await("!document.querySelector('#sites tr.stale[data-key=mirror-1]')");
  }

  @Test
  void shouldSayThatThisControllerWaitsAndChangesNothing() {
    controller.enter(ControllerStatus.Phase.WAITING, "c2 is active");
    open();
    browser.await("!document.getElementById('standing').hidden");
    assertThat(browser.text("#standing")).contains("c2 is active");
    assertThat(browser.holds("document.querySelector('[data-function=busy]').disabled")).isTrue();
    controller.enter(ControllerStatus.Phase.ACTIVE, "active");
    browser.await("!document.querySelector('[data-function=busy]').disabled");
    browser.await("document.getElementById('standing').hidden");
  }

  @Test
  void shouldSayWhyTheTopologyRefusesParameters() {
    open();
    TopologySample refusing = Samples.topology("topology-2", System.currentTimeMillis(), 1);
    refusing.setRefused("class org.example.Gone is not on its class path");
    refusing.setOffered(9);
    controller.hear(refusing);
    browser.await("!document.getElementById('refused').hidden");
    assertThat(browser.text("#refused")).contains("topology-2", "epoch 9", "org.example.Gone");
  }

  /** Its partitions are others' now, and are not to be counted twice. */
  @Test
  void shouldNotCountAnInstanceOfTheTopologyThatIsSilent() {
    open();
    String both = "document.querySelector('[data-edge=in]')?.textContent.includes('160 ready')";
    for (long records = 0; !browser.holds(both) || received() < 100_000; records += 1_000_000) {
      TopologySample leaver = Samples.topology("leaver", System.currentTimeMillis(), records);
      leaver.setRefused("class org.example.Gone is not on its class path");
      controller.hear(leaver);
    }
    assertThat(browser.holds("document.getElementById('refused').hidden")).isFalse();

    browser.await("document.querySelector('[data-edge=in]').textContent.includes('80 ready')");
    browser.await("document.getElementById('refused').hidden");
    assertThat(received()).isLessThan(100_000);
    assertThat(browser.ask("return document.querySelector('[data-node=topology]').textContent"))
        .isEqualTo("topologyepoch 1");
  }

  /** The rate that the flow shows from the sources to the topology, records a second. */
  private static double received() {
    Object rate =
        browser.ask(
            """
            const [, number, unit] =
              document.querySelector('[data-edge=in] text').textContent.match(/([0-9.]+) ?([kM]?)/) ?? [];
            return number === undefined ? -1 : number * { '': 1, k: 1e3, M: 1e6 }[unit];
            """);
    return ((Number) rate).doubleValue();
  }

  @Test
  void shouldTellOfDeadLetters() {
    open();
    String node = "document.querySelector('[data-node=topology] .alarm')";
    for (long dead = 0; !browser.holds(node); dead += 50) {
      TopologySample sample = Samples.topology("topology-1", System.currentTimeMillis(), 100);
      sample.getPartitions().get(0).setDeadLettered(dead);
      controller.hear(sample);
    }
    assertThat(browser.ask("return " + node + ".textContent").toString()).contains("dead letters");
  }

  @Test
  void shouldDrawTheGoalAndTheLimitOfAnObjective() {
    Parameters now = controller.parameters();
    assertThat(now).isNotNull();
    controller.change(
        Parameters.newBuilder(now)
            .setEpoch(2)
            .setPolicy("objective")
            .setUpdateDelayGoalMs(700)
            .setStalenessLimitMs(9_000)
            .build());
    open();
    String line = "document.querySelector('.chart[data-value=%s] .threshold.primary')";
    browser.await(line.formatted("updateDelay") + ".dataset.at === '700'");
    browser.await(line.formatted("updateDelay") + ".innerText.startsWith('goal')");
    browser.await(line.formatted("stalenessMs") + ".dataset.at === '9000'");
    browser.await(line.formatted("pending") + ".dataset.at === undefined");
    assertThat(browser.holds("document.getElementById('thresholds').hidden")).isTrue();
  }

  @Test
  void shouldSayThatTheConnectionIsLostAndComeBack() {
    open();
    int port = controller.server().port();
    browser.ask("window.samePage = true");
    samples.shutdownNow();
    controller.close();
    browser.awaitState("lost");
    assertThat(browser.text("#connection")).contains("no connection for");
    assertThat(browser.holds("document.querySelector('#sites tr[data-key=mirror-1]')"))
        .as("what is known stays")
        .isTrue();
    browser.await("document.querySelector('[data-function=busy]').disabled");

    controller = MemoryController.start(port, new MemoryStorms());
    browser.awaitState("quiet");
    assertThat(browser.text("#connection")).contains("no samples");
    sampleOnAndOn();
    browser.awaitState("live");
    browser.await("!document.querySelector('[data-function=busy]').disabled");
    assertThat(browser.holds("window.samePage")).isTrue();
  }

  @Test
  void shouldAskForTheHistoryUntilItComes() {
    open();
    browser.ask(
        """
        const ask = window.fetch;
        window.asked = [];
        window.fetch = async (path, init) => {
          const refused = path === '/v1/history' && window.asked.length < 2;
          const answer = refused ? new Response('{"error":"busy"}', { status: 503 }) : await ask(path, init);
          if (path === '/v1/history') window.asked.push(answer.status);
          return answer;
        };
        """);
    int port = controller.server().port();
    samples.shutdownNow();
    controller.close();
    browser.awaitState("lost");

    controller = MemoryController.start(port, new MemoryStorms());
    sampleOnAndOn();

    browser.await("window.asked.join() === '503,503,200'");
    browser.awaitState("live");
  }

  @Test
  void shouldShowMarkupAsText() {
    controller.hear(Samples.site(EVIL, EVIL, System.currentTimeMillis(), 1));
    GatewaySample gateway = Samples.gateway(EVIL, System.currentTimeMillis(), 1);
    gateway.setDrained(List.of(EVIL));
    controller.hear(gateway);
    LinkSample link = Samples.link(EVIL, System.currentTimeMillis(), 1);
    link.setPipeline(EVIL);
    controller.hear(link);
    controller.decide(Samples.decision(System.currentTimeMillis(), 2, EVIL, EVIL, EVIL));
    Parameters now = controller.parameters();
    assertThat(now).isNotNull();
    controller.change(
        Parameters.newBuilder(now)
            .setEpoch(3)
            .setInForce(Samples.function(EVIL, 1, 1))
            .setPinned(EVIL)
            .setReason(EVIL)
            .build());
    open();
    browser.await("document.getElementById('sites').innerText.includes('onerror')");
    browser.await("document.getElementById('gateways').innerText.includes('onerror')");
    browser.await("document.getElementById('links').innerText.includes('onerror')");
    browser.await("document.getElementById('decisions').innerText.includes('onerror')");
    browser.await("document.getElementById('mode').innerText.includes('onerror')");
    assertThat(browser.holds("document.querySelector('main img, main script, header img')"))
        .isFalse();
    assertThat(browser.holds("window.hacked")).isFalse();
  }

  @Test
  void shouldFitWindowsFrom1280To1920() {
    for (int width : new int[] {1280, 1920}) {
      browser.size(width, 900);
      open();
      assertThat(
              browser.holds(
                  "document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
          .as("no scrolling sideways at " + width)
          .isTrue();
      browser.await(
          "[...document.querySelectorAll('.chart')].every((chart) => { const { width } ="
              + " chart.querySelector('.uplot').getBoundingClientRect();"
              + " return Math.abs(width - chart.clientWidth) < 2; })");
    }
  }

  @Test
  void shouldBeUsableByKeyboard() {
    open();
    browser.await("!document.querySelector('[data-function=busy]').disabled");
    String reached =
        """
        const all = [...document.querySelectorAll('button, input, select, summary, [tabindex]')]
          .filter((target) => !target.disabled && target.offsetParent !== null);
        return all.every((target) => {
          target.focus();
          return document.activeElement === target && target.tabIndex >= 0;
        }) && all.length > 8;
        """;
    assertThat(browser.ask(reached)).isEqualTo(true);
    assertThat(
            browser.holds(
                "[...document.querySelectorAll('input, select')].every(({ labels }) =>"
                    + " labels.length === 1)"))
        .isTrue();
  }
}
