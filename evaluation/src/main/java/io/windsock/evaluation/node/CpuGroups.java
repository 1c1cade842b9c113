package io.windsock.evaluation.node;

import io.windsock.evaluation.machine.Owner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Creates control groups of the version that this machine has. */
final class CpuGroups {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final String PREFIX = "windsock-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-.*");

  private CpuGroups() {}

  /**
   * Creates a group for a node of this process.
   *
   * @throws MachineFailure if this machine has no control groups, or this user may not create and
   *     join any
   */
  static CpuGroup create(String node) {
    String name = PREFIX + Owner.current().pid() + "-" + node;
    try {
      return joinable(isV2() ? CpuGroupV2.create(ROOT, name) : CpuGroupV1.create(ROOT, name));
    } catch (IOException e) {
      throw new MachineFailure(
          "can't use the control group %s in %s (%s): run experiments as root, on Linux with a"
                  .formatted(name, ROOT, e)
              + " writable /sys/fs/cgroup; in a container that needs --privileged, and"
              + " --cgroupns=host if control groups are of version 2",
          e);
    }
  }

  /**
   * Returns the group after a process has joined it. A user may be able to create a group, and its
   * processes not to join it; without this, each would end without a reason.
   *
   * @throws IOException if the process can't; the group is deleted then
   */
  static CpuGroup joinable(CpuGroup group) throws IOException {
    List<String> command = new ArrayList<>(group.joining());
    command.addAll(List.of("/bin/sh", "-c", ":"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      group.delete();
      throw new IOException("a process can't join it: " + said.strip());
    }
    return group;
  }

  private static List<Path> parents() {
    return isV2() ? List.of(ROOT) : CpuGroupV1.parents(ROOT);
  }

  private static boolean isV2() {
    return Files.exists(ROOT.resolve("cgroup.controllers"));
  }

  /**
   * Ends the processes and deletes the groups of experiments that were killed. Their nodes may be
   * paused, so nothing else would end them.
   */
  static void cleanUp() {
    for (Path parent : parents()) {
      try (Stream<Path> groups = Files.list(parent)) {
        groups.filter(CpuGroups::isOrphaned).forEach(CpuGroups::end);
      } catch (IOException e) {
        // Without such a folder there is nothing to clean up; creating a group reports why.
      }
    }
  }

  private static boolean isOrphaned(Path group) {
    Optional<Owner> owner = owner(group);
    return owner.isPresent() && !owner.get().lives();
  }

  private static Optional<Owner> owner(Path group) {
    Matcher name = NAME.matcher(group.getFileName().toString());
    return name.matches()
        ? Optional.of(new Owner(Long.parseLong(name.group(1))))
        : Optional.empty();
  }

  /** Returns the id of another process that runs and has groups. */
  static OptionalLong otherOwner() {
    for (Path parent : parents()) {
      try (Stream<Path> groups = Files.list(parent)) {
        OptionalLong other = otherOwner(groups);
        if (other.isPresent()) {
          return other;
        }
      } catch (IOException e) {
        // Without such a folder there are no groups.
      }
    }
    return OptionalLong.empty();
  }

  static OptionalLong otherOwner(Stream<Path> groups) {
    return groups
        .flatMap(group -> owner(group).stream())
        .filter(owner -> !owner.equals(Owner.current()) && owner.lives())
        .mapToLong(Owner::pid)
        .findFirst();
  }

  /** Kills all processes of a group and waits until they have ended; none if it is deleted. */
  static void killMembers(CpuGroup group) throws IOException {
    Path members = group.joins().get(0);
    if (Files.exists(members)) {
      killMembers(members);
    }
  }

  private static void killMembers(Path members) throws IOException {
    for (String pid : Files.readAllLines(members, StandardCharsets.US_ASCII)) {
      Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(pid));
      process.ifPresent(it -> it.destroyForcibly());
      process.ifPresent(it -> it.onExit().join());
    }
  }

  /** Returns the groups within a group. */
  private static List<Path> parts(Path group) throws IOException {
    try (Stream<Path> files = Files.list(group)) {
      return files.filter(Files::isDirectory).toList();
    }
  }

  private static void end(Path group) {
    try {
      killMembers(group.resolve("cgroup.procs"));
      for (Path part : parts(group)) {
        Files.deleteIfExists(part);
      }
      Files.deleteIfExists(group);
    } catch (IOException e) {
      // Another experiment may be deleting it, too.
    }
  }
}
