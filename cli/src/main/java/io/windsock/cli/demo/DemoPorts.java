package io.windsock.cli.demo;

import io.windsock.contracts.config.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ports on which the demo's parts listen.
 *
 * @param broker the broker's port; 0: any free one
 * @param sites the central site's port; the mirrors use the ports after it
 * @param controller the controller's port; 0: any free one
 */
record DemoPorts(int broker, int sites, int controller) {
  private static final int PREFERRED_SITE = 8080;
  private static final int PREFERRED_BROKER = 9092;
  private static final int PREFERRED_CONTROLLER = 8090;

  /** The fallback for the sites, clear of the port at which commands look for a controller. */
  private static final int OTHER_SITE = 8100;

  /**
   * Chooses the requested ports, and free ones for the rest.
   *
   * @throws Failure if a requested port is in use
   */
  static DemoPorts find(DemoOptions demo, AdaptOptions adapt) {
    int sites = sites(demo);
    return new DemoPorts(
        broker(demo), sites, controller(adapt.controllerPort(), sites, demo.sites()));
  }

  /** Returns a line for each part that has no requested port and is not at its default one. */
  List<String> moved(DemoOptions demo, AdaptOptions adapt) {
    List<String> moved = new ArrayList<>();
    if (demo.port() == null && sites != PREFERRED_SITE) {
      String after = demo.sites() == 1 ? "" : " or one after it";
      moved.add(taken(PREFERRED_SITE + after) + "the sites are at " + sites + " and after");
    }
    if (adapt.controllerPort() == null && controller != PREFERRED_CONTROLLER) {
      String use = "; give commands -c http://127.0.0.1:" + controller;
      moved.add(taken(PREFERRED_CONTROLLER + "") + "the controller is at " + controller + use);
    }
    if (demo.brokerPort() == null && broker != PREFERRED_BROKER) {
      moved.add(taken(PREFERRED_BROKER + "") + "the broker has another one");
    }
    return moved;
  }

  private static String taken(String port) {
    return "port " + port + " is in use: ";
  }

  private static int sites(DemoOptions demo) {
    Integer asked = demo.port();
    if (asked != null) {
      return Ports.required(asked, demo.sites());
    }
    boolean usual = Ports.allFree(PREFERRED_SITE, demo.sites());
    return usual ? PREFERRED_SITE : Ports.near(OTHER_SITE, demo.sites());
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
      int usual = Ports.near(PREFERRED_CONTROLLER, 1);
      return isOfSite(usual, sites, count) ? Ports.near(sites + count, 1) : usual;
    }
    if (isOfSite(asked, sites, count)) {
      throw ConfigurationException.of(
          "--controller-port " + asked,
          "is a site's: the sites take " + count + " from " + sites + " on; name another");
    }
    return Ports.required("--controller-port", asked);
  }

  private static boolean isOfSite(int port, int sites, int count) {
    return port >= sites && port < sites + count;
  }
}
