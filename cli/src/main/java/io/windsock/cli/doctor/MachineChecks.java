package io.windsock.cli.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import io.windsock.cli.show.Units;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks that this machine meets the requirements of a site, a topology or the demo. */
final class MachineChecks {
  private static final int MIN_JAVA = 17;
  private static final long MIN_HEAP = 512L << 20;
  private static final long MIN_DISK = 1L << 30;
  private static final long MIN_FILES = 4_096;

  private final Path data;
  private final List<Integer> ports;

  MachineChecks(Path data, List<Integer> ports) {
    this.data = data;
    this.ports = ports;
  }

  List<Check> all() {
    List<Check> checks = new ArrayList<>();
    checks.add(java());
    checks.add(memory());
    checks.add(disk());
    checks.add(files());
    ports.forEach(port -> checks.add(port(port)));
    return checks;
  }

  private static Check java() {
    String found = Runtime.version() + ", " + System.getProperty("java.vm.name");
    return Runtime.version().feature() >= MIN_JAVA
        ? Check.ok("java", found)
        : Check.fault("java", found, "set JAVA_HOME to a JDK 17 or later");
  }

  private static Check memory() {
    long heap = Runtime.getRuntime().maxMemory();
    String found = Units.bytes(heap) + " of heap at most";
    return heap >= MIN_HEAP
        ? Check.ok("memory", found)
        : Check.fault("memory", found, "WINDSOCK_JAVA_OPTS=-Xmx1g, on a machine that has it");
  }

  private Check disk() {
    Path folder = existing(data.toAbsolutePath());
    try {
      long free = folder == null ? 0 : Files.getFileStore(folder).getUsableSpace();
      String found = Units.bytes(free) + " free for " + data;
      if (folder == null || !Files.isWritable(folder)) {
        return Check.fault("disk", data + " can't be written", "name a folder with --data");
      }
      return free >= MIN_DISK
          ? Check.ok("disk", found)
          : Check.warning("disk", found, "free some, or name another folder with --data");
    } catch (IOException e) {
      return Check.fault("disk", data + ": " + e.getMessage(), "name a folder with --data");
    }
  }

  /** Returns the folder itself, or its nearest existing ancestor. */
  private static @Nullable Path existing(Path folder) {
    Path nearest = folder;
    while (nearest != null && !Files.exists(nearest)) {
      nearest = nearest.getParent();
    }
    return nearest;
  }

  private static Check files() {
    if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os)) {
      return Check.skipped("files", "this system does not report its limit of open files", "");
    }
    long limit = os.getMaxFileDescriptorCount();
    String found = Units.count(limit) + " files may be open at once";
    return limit >= MIN_FILES
        ? Check.ok("files", found)
        : Check.warning("files", found, "ulimit -n " + MIN_FILES);
  }

  private static Check port(int port) {
    String name = "port " + port;
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return Check.ok(name, "free on 127.0.0.1");
    } catch (IllegalArgumentException e) {
      return Check.fault(name, "is not a port", "choose one from 1 to 65535");
    } catch (IOException e) {
      return Check.warning(
          name, "in use on 127.0.0.1, or not allowed", "choose another with --port");
    }
  }
}
