package io.windsock.cli.demo;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
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
  private static final int STEP = 10;
  private static final int TRIES = 50;

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
  static DemoPorts find(DemoOptions demo) {
    int sites = sites(demo);
    return new DemoPorts(broker(demo), sites, controller(demo.controllerPort, sites, demo.sites));
  }

  /** Returns a line for each part that has no requested port and is not at its default one. */
  List<String> moved(DemoOptions demo) {
    List<String> moved = new ArrayList<>();
    if (demo.port == null && sites != PREFERRED_SITE) {
      String after = demo.sites == 1 ? "" : " or one after it";
      moved.add(taken(PREFERRED_SITE + after) + "the sites are at " + sites + " and after");
    }
    if (demo.controllerPort == null && controller != PREFERRED_CONTROLLER) {
      String use = "; give commands -c http://127.0.0.1:" + controller;
      moved.add(taken(PREFERRED_CONTROLLER + "") + "the controller is at " + controller + use);
    }
    if (demo.brokerPort == null && broker != PREFERRED_BROKER) {
      moved.add(taken(PREFERRED_BROKER + "") + "the broker has another one");
    }
    return moved;
  }

  private static String taken(String port) {
    return "port " + port + " is in use: ";
  }

  private static int sites(DemoOptions demo) {
    Integer asked = demo.port;
    if (asked != null) {
      return required(asked, demo.sites);
    }
    boolean usual = allFree(PREFERRED_SITE, demo.sites);
    return usual ? PREFERRED_SITE : near(OTHER_SITE, demo.sites);
  }

  private static int broker(DemoOptions demo) {
    Integer asked = demo.brokerPort;
    if (asked != null) {
      return required("--broker-port", asked);
    }
    return free(PREFERRED_BROKER) ? PREFERRED_BROKER : 0;
  }

  private static int controller(@Nullable Integer asked, int sites, int count) {
    if (asked == null) {
      int usual = near(PREFERRED_CONTROLLER, 1);
      return isOfSite(usual, sites, count) ? near(sites + count, 1) : usual;
    }
    if (isOfSite(asked, sites, count)) {
      throw ConfigurationException.of(
          "--controller-port " + asked,
          "is a site's: the sites take " + count + " from " + sites + " on; name another");
    }
    return required("--controller-port", asked);
  }

  private static boolean isOfSite(int port, int sites, int count) {
    return port >= sites && port < sites + count;
  }

  /**
   * Returns {@code first} after checking the requested ports.
   *
   * @throws Failure if one of the {@code count} ports from {@code first} on is in use
   */
  private static int required(int first, int count) {
    for (int port = first; port < first + count; port++) {
      if (!free(port)) {
        throw new Failure(
            "port "
                + port
                + " on 127.0.0.1 is in use: name another with --port, which takes "
                + count
                + " ports from there on");
      }
    }
    return first;
  }

  /**
   * Returns the port that an option requests; 0 is any free one.
   *
   * @throws Failure if it is in use
   */
  private static int required(String option, int port) {
    if (port != 0 && !free(port)) {
      throw new Failure(
          "port "
              + port
              + " on 127.0.0.1 is in use: name another with "
              + option
              + ", or 0 for any");
    }
    return port;
  }

  /** Returns the first of {@code count} free ports, {@code preferred} if possible. */
  private static int near(int preferred, int count) {
    for (int i = 0; i < TRIES; i++) {
      int first = preferred + i * STEP;
      if (allFree(first, count)) {
        return first;
      }
    }
    throw new Failure(
        "no " + count + " free ports in a row from " + preferred + " on: name some with --port");
  }

  private static boolean allFree(int first, int count) {
    for (int port = first; port < first + count; port++) {
      if (!free(port)) {
        return false;
      }
    }
    return true;
  }

  static boolean free(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
