package io.windsock.system.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.call.MirroringCall.Pin;
import io.windsock.contracts.call.MirroringCall.SetMonitorValues;
import io.windsock.control.client.ControllerClient;
import io.windsock.control.monitor.MonitoredValue;
import io.windsock.testbed.storm.Storm;
import io.windsock.testbed.storm.StormOptions;
import io.windsock.testbed.storm.StormPattern;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/**
 * What there must be for every metric to move: clients that come, ask and go, calls through
 * gateways, thresholds, and a change of mode. One thread owns it.
 */
public final class Activity implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final Duration FOLLOW = Duration.ofMinutes(10);
  private static final int CLIENTS = 20;
  private static final double REQUESTS_PER_SECOND = 5;
  private static final double PRIMARY = 1e9;
  private static final double SECONDARY = 5e8;

  private final List<URI> sites;
  private final List<URI> gateways;
  private final Storm storm;

  private Activity(List<URI> sites, List<URI> gateways, Storm storm) {
    this.sites = sites;
    this.gateways = gateways;
    this.storm = storm;
  }

  /**
   * Starts displays that ask anew again and again, a few a second; sets a threshold for every
   * value, so high that none is reached, and another mode.
   *
   * @param controller the active one
   */
  public static Activity start(List<URI> sites, List<URI> gateways, URI controller)
      throws Exception {
    Storm storm =
        Storm.start(
            new StormOptions(
                sites,
                "all",
                CLIENTS,
                StormPattern.steps,
                Duration.ZERO,
                REQUESTS_PER_SECOND,
                FOLLOW,
                StormOptions.PATIENCE));
    Activity activity = new Activity(sites, gateways, storm);
    try {
      change(new ControllerClient(controller.toString()));
      return activity;
    } catch (RuntimeException e) {
      activity.close();
      throw e;
    }
  }

  private static void change(ControllerClient controller) {
    for (MonitoredValue value : MonitoredValue.values()) {
      controller.make(new SetMonitorValues(value.text(), PRIMARY, SECONDARY));
    }
    controller.make(new Pin("busy"));
  }

  /** Clients that ask for a view and go again: at every site, and through every gateway. */
  public void read() throws Exception {
    for (URI site : sites) {
      get(site.resolve("/v1/views/all"));
    }
    for (URI gateway : gateways) {
      get(gateway.resolve("/v1/query/views/all"));
    }
  }

  private static void get(URI uri) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(TIMEOUT)
            .header("Deadline-Ms", String.valueOf(TIMEOUT.toMillis()))
            .build();
    assertThat(HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode())
        .as(uri.toString())
        .isEqualTo(200);
  }

  @Override
  public void close() {
    storm.stop();
  }
}
