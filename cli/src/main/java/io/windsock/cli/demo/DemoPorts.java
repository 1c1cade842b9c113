package io.windsock.cli.demo;

import io.windsock.cli.option.PortConverter;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The ports on which the demo's parts listen.
 *
 * @param broker the broker's port; 0: any free one
 * @param sites the central site's port; the mirrors use the ports after it
 * @param controller the controller's port; 0: any free one
 * @param gateways the first gateway's port; the others use the ports after it, and the links of
 *     each are at {@link #link}
 */
record DemoPorts(int broker, int sites, int controller, int gateways) {
  private static final int STEP = 10;
  private static final int TRIES = 50;

  private static final int PREFERRED_SITE = 8080;
  private static final int PREFERRED_BROKER = 9092;
  private static final int PREFERRED_CONTROLLER = 8090;
  private static final int PREFERRED_GATEWAY = 8070;
  private static final int PREFERRED_REMOTE = 8180;
  private static final int PREFERRED_LINK = 9610;

  /** The fallback for the sites, clear of the port at which commands look for a controller. */
  private static final int OTHER_SITE = 8100;

  /** The fallback for the gateways, clear of those for the sites and the controller. */
  private static final int OTHER_GATEWAY = 8670;

  /** From a gateway's HTTP port to the port of its links. */
  private static final int TO_LINK = 1_000;

  /**
   * Chooses the requested ports, and free ones for the rest.
   *
   * @throws Failure if a requested port is in use
   */
  static DemoPorts find(DemoOptions demo) {
    int sites = sites(demo);
    int broker = broker(demo);
    int controller = controller(demo.controllerPort, sites, demo.sites);
    return new DemoPorts(broker, sites, controller, gateways(demo, broker, sites, controller));
  }

  /** Returns the port of the remote mirror; 0, any free one, if the usual one is in use. */
  static int remoteBoard() {
    return free(PREFERRED_REMOTE) ? PREFERRED_REMOTE : 0;
  }

  /** Returns the port of the link's status; 0, any free one, if the usual one is in use. */
  static int remoteLink() {
    return free(PREFERRED_LINK) ? PREFERRED_LINK : 0;
  }

  /** Returns the port of the links of the gateway whose HTTP is at {@code gateway}. */
  static int link(int gateway) {
    return gateway + TO_LINK;
  }

  /** Returns the highest port from which {@code count} gateways have ports. */
  static int lastGateway(int count) {
    return PortConverter.MAX_PORT - TO_LINK - count + 1;
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
    if (demo.gateways > 0 && demo.gatewayPort == null && gateways != PREFERRED_GATEWAY) {
      String part = PREFERRED_GATEWAY + " or another of the gateways'";
      moved.add(taken(part) + "they are at " + gateways + " and after, links 1000 above");
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

  private static int gateways(DemoOptions demo, int broker, int sites, int controller) {
    IntPredicate others =
        port -> port == broker || port == controller || isOfSite(port, sites, demo.sites);
    Integer asked = demo.gatewayPort;
    if (asked != null) {
      return required(asked, demo.gateways, others);
    }
    if (gatewaysFit(PREFERRED_GATEWAY, demo.gateways, others)) {
      return PREFERRED_GATEWAY;
    }
    for (int i = 0; i < TRIES; i++) {
      int first = OTHER_GATEWAY + i * STEP;
      if (gatewaysFit(first, demo.gateways, others)) {
        return first;
      }
    }
    throw new Failure("no free ports for the gateways: name some with --gateway-port");
  }

  private static boolean gatewaysFit(int first, int count, IntPredicate others) {
    return ofGateways(first, count).noneMatch(port -> others.test(port) || !free(port));
  }

  private static IntStream ofGateways(int first, int count) {
    return IntStream.range(first, first + count).flatMap(port -> IntStream.of(port, link(port)));
  }

  /**
   * Returns {@code first} after checking the ports of {@code count} gateways.
   *
   * @throws Failure if one of them is in use
   */
  private static int required(int first, int count, IntPredicate others) {
    for (int port : ofGateways(first, count).toArray()) {
      if (others.test(port)) {
        throw ConfigurationException.of(
            "--gateway-port " + first,
            "needs port " + port + ", which another part of the demo has; name another");
      }
      if (!free(port)) {
        throw new Failure(
            "port " + port + " on 127.0.0.1 is in use: name another with --gateway-port");
      }
    }
    return first;
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
