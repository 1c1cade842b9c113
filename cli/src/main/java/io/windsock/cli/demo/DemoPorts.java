package io.windsock.cli.demo;

import io.windsock.contracts.config.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
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

  /** Where sites go instead: clear of the port at which commands look for a controller. */
  private static final int OTHER_SITE = 8100;

  /**
   * Those asked for, and free ones else.
   *
   * @throws Failure if one that was asked for is taken
   */
  static DemoPorts find(DemoOptions demo, AdaptOptions adapt) {
    int sites = sites(demo);
    return new DemoPorts(
        broker(demo), sites, controller(adapt.controllerPort(), sites, demo.sites()));
  }

  /** A line for each part that is not asked for and not at its usual port. */
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
