package io.windsock.evaluation.node;

import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Creates control groups of the version that this machine has. */
final class CpuGroups {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final String PREFIX = "windsock-";

  private CpuGroups() {}

  /**
   * Creates a group for a node of this process.
   *
   * @throws Failure if this machine has no control groups, or this user may not create any
   */
  static CpuGroup create(String node) {
    String name = PREFIX + ProcessHandle.current().pid() + "-" + node;
    try {
      return isV2() ? CpuGroupV2.create(ROOT, name) : CpuGroupV1.create(ROOT, name);
    } catch (IOException e) {
      throw new Failure(
          "can't create the control group %s in %s (%s): run experiments as root, on Linux with a"
                  .formatted(name, ROOT, e)
              + " writable /sys/fs/cgroup; in a container that needs --privileged");
    }
  }

  private static boolean isV2() {
    return Files.exists(ROOT.resolve("cgroup.controllers"));
  }

  /**
   * Ends the processes and deletes the groups of experiments that were killed. Their nodes may be
   * paused, so nothing else would end them.
   */
  static void cleanUp() {
    for (Path parent : isV2() ? List.of(ROOT) : CpuGroupV1.parents(ROOT)) {
      try (Stream<Path> groups = Files.list(parent)) {
        groups.filter(CpuGroups::isOrphaned).forEach(CpuGroups::end);
      } catch (IOException e) {
        // Without such a folder there is nothing to clean up; creating a group reports why.
      }
    }
  }

  private static boolean isOrphaned(Path group) {
    String name = group.getFileName().toString();
    if (!name.matches(PREFIX + "\\d+-.*")) {
      return false;
    }
    String owner = name.substring(PREFIX.length(), name.indexOf('-', PREFIX.length()));
    return ProcessHandle.of(Long.parseLong(owner)).isEmpty();
  }

  private static void end(Path group) {
    try {
      for (String pid :
          Files.readAllLines(group.resolve("cgroup.procs"), StandardCharsets.US_ASCII)) {
        Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(pid));
        process.ifPresent(it -> it.destroyForcibly());
        process.ifPresent(it -> it.onExit().join());
      }
      Files.deleteIfExists(group);
    } catch (IOException e) {
      // Another experiment may be deleting it, too.
    }
  }
}
