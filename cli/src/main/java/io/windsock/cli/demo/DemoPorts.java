package io.windsock.cli.demo;

import io.windsock.contracts.config.ConfigurationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where the demo's parts listen.
 *
 * @param broker of the broker; 0: any
 * @param sites of the central site; the mirrors take the ones after it
 * @param controller of the controller; 0: any
 */
record DemoPorts(int broker, int sites, int controller) {
  private static final int PREFERRED_SITE = 8080;
  private static final int PREFERRED_BROKER = 9092;
  private static final int PREFERRED_CONTROLLER = 8090;

  /**
   * Those asked for, and free ones else.
   *
   * @param tell told where a port is not the usual one
   * @throws Failure if one that was asked for is taken
   */
  static DemoPorts find(DemoOptions demo, AdaptOptions adapt, Consumer<String> tell) {
    int sites = sites(demo, tell);
    return new DemoPorts(
        broker(demo), sites, controller(adapt.controllerPort(), sites, demo.sites()));
  }

  private static int sites(DemoOptions demo, Consumer<String> tell) {
    Integer asked = demo.port();
    if (asked != null) {
      return Ports.required(asked, demo.sites());
    }
    int found = Ports.near(PREFERRED_SITE, demo.sites());
    if (found != PREFERRED_SITE) {
      tell.accept(
          "port " + PREFERRED_SITE + " or one after it is in use: the sites use " + found + " on");
    }
    return found;
  }

  private static int broker(DemoOptions demo) {
    Integer asked = demo.brokerPort();
    if (asked != null) {
      return Ports.required("--broker-port", asked);
    }
    return Ports.free(PREFERRED_BROKER) ? PREFERRED_BROKER : 0;
  }

  private static int controller(@Nullable Integer asked, int sites, int count) {
    if (asked == null) {
      boolean sitesThere = PREFERRED_CONTROLLER >= sites && PREFERRED_CONTROLLER < sites + count;
      return Ports.near(sitesThere ? sites + count : PREFERRED_CONTROLLER, 1);
    }
    if (asked >= sites && asked < sites + count) {
      throw ConfigurationException.of(
          "--controller-port " + asked,
          "is a site's: the sites take " + count + " from " + sites + " on; name another");
    }
    return Ports.required("--controller-port", asked);
  }
}
