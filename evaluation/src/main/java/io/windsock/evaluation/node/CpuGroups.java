package io.windsock.evaluation.node;

import io.windsock.evaluation.machine.Owner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Creates control groups of the version that this machine has. */
final class CpuGroups {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final String PREFIX = "windsock-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-.*");

  /** How long killed processes may take to end. */
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(30);

  private static final long LOOK_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(10);

  /** The states of a thread that has ended, see proc(5). */
  private static final String ENDED = "ZX";

  private CpuGroups() {}

  /**
   * Creates a group for a node of this process.
   *
   * @throws MachineFailure if this machine has no control groups, or this user may not create and
   *     join any
   */
  static CpuGroup create(String node) {
    String name = name(node);
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

  /** Returns the name of a group of this process. */
  static String name(String purpose) {
    return PREFIX + Owner.current().pid() + "-" + purpose;
  }

  /** Claims this machine for the experiments of this process; see {@link Claim#in}. */
  static Claim claim() {
    return Claim.in(parents());
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

  /** Returns the id of another process that runs and has groups in these folders. */
  static OptionalLong otherOwner(List<Path> parents) {
    for (Path parent : parents) {
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
    long endNs = System.nanoTime() + KILL_PATIENCE.toNanos();
    for (List<Long> left = kill(members); !left.isEmpty(); left = kill(members)) {
      if (System.nanoTime() > endNs) {
        throw new IOException("processes " + left + " of " + members + " do not end");
      }
      LockSupport.parkNanos(LOOK_EVERY_NS);
    }
  }

  /** Kills all processes of a group; returns those that ran. */
  private static List<Long> kill(Path members) throws IOException {
    List<Long> ran = new ArrayList<>();
    for (String line : Files.readAllLines(members, StandardCharsets.US_ASCII)) {
      long pid = Long.parseLong(line);
      if (runs(pid)) {
        ran.add(pid);
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
    return ran;
  }

  /**
   * Whether a thread of a process runs. The process of an experiment that was killed belongs to
   * process 1, which in a container may never ask how it ended: to the JVM, it then lives for ever.
   */
  private static boolean runs(long pid) {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      return threads.anyMatch(CpuGroups::isRunning);
    } catch (IOException | UncheckedIOException e) {
      return false; // it has ended, or does so now
    }
  }

  private static boolean isRunning(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
      int state = stat.lastIndexOf(')') + 2; // a name may have one, too
      return state < stat.length() && ENDED.indexOf(stat.charAt(state)) < 0;
    } catch (IOException e) {
      return false;
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
