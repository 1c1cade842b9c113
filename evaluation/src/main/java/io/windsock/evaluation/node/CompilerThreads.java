package io.windsock.evaluation.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The threads with which a JVM compiles what it runs often. */
public final class CompilerThreads {
  /** The end of their names as the kernel has them, cut after 15 characters. */
  private static final String COMPILER = " CompilerThre";

  /** The unit of the times in {@code /proc}, see proc(5). */
  private static final long TICK_US = 10_000;

  /** Where utime is among the fields that follow the name, see proc(5). */
  private static final int USER = 11;

  /** Where stime is. */
  private static final int SYSTEM = 12;

  private CompilerThreads() {}

  /** Returns the ids of a JVM's compiler threads; none if it has ended. */
  static List<Long> of(long pid) throws IOException {
    List<Long> threads = new ArrayList<>();
    for (Path thread : threads(pid)) {
      if (read(thread.resolve("comm")).contains(COMPILER)) {
        threads.add(Long.valueOf(thread.getFileName().toString()));
      }
    }
    return threads;
  }

  /** Returns the processor time of a JVM's compiler threads, in µs, with a resolution of 10 ms. */
  public static long cpuUs(long pid) {
    long ticks = 0;
    try {
      for (long thread : of(pid)) {
        ticks += ticks(read(Path.of("/proc/" + pid + "/task/" + thread + "/stat")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the compilers of process " + pid, e);
    }
    return ticks * TICK_US;
  }

  /** Returns user and system time of a {@code stat} line; 0 if it is empty. */
  static long ticks(String stat) {
    if (stat.isEmpty()) {
      return 0;
    }
    int nameEnd = stat.lastIndexOf(')'); // a name may have one, too
    String[] fields = stat.substring(nameEnd + 2).split(" ", -1);
    return Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]);
  }

  private static List<Path> threads(long pid) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      return threads.toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /** Returns what a thread's file has; nothing if the thread has ended. */
  private static String read(Path file) throws IOException {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      return "";
    } catch (IOException e) {
      if (Files.exists(file.getParent())) {
        throw e;
      }
      return ""; // reading from a thread that has just ended fails as no such process
    }
  }
}
