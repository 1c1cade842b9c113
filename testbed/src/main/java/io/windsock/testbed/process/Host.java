package io.windsock.testbed.process;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A machine on which something was measured.
 *
 * @param os operating system and architecture
 * @param cpu model name
 * @param processors as the JVM sees them
 * @param memoryBytes as the JVM sees them
 * @param kernel the kernel's version
 * @param jdk version and name of the JVM
 */
public record Host(
    String os, String cpu, int processors, long memoryBytes, String kernel, String jdk) {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final Path OS_RELEASE = Path.of("/etc/os-release");

  /** Returns this machine. */
  public static Host current() {
    String name = System.getProperty("os.name");
    return new Host(
        field(OS_RELEASE, "PRETTY_NAME", '=', name) + " " + System.getProperty("os.arch"),
        field(CPU_INFO, "model name", ':', "unknown"),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(),
        name + " " + System.getProperty("os.version"),
        Runtime.version() + ", " + System.getProperty("java.vm.name"));
  }

  /** Returns the field's first value in a file of such lines, without quotes. */
  public static String field(Path file, String name, char separator, String otherwise) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(name) && line.indexOf(separator) > 0)
          .map(line -> line.substring(line.indexOf(separator) + 1).replace("\"", "").strip())
          .findFirst()
          .orElse(otherwise);
    } catch (IOException e) {
      return otherwise;
    }
  }
}
