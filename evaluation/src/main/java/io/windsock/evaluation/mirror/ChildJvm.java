package io.windsock.evaluation.mirror;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts JVMs with this one's class path. */
final class ChildJvm {
  private ChildJvm() {}

  static ProcessBuilder command(String heap, Class<?> main, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(heap);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(args));
    return new ProcessBuilder(command);
  }

  /**
   * The first line that begins with {@code start}. What follows it is read and dropped, so that the
   * process never waits for a reader of its log.
   *
   * @throws IOException if the process ends without such a line
   */
  static String lineFrom(Process process, String start) throws IOException {
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    while (line != null && !line.startsWith(start)) {
      line = out.readLine();
    }
    if (line == null) {
      throw new IOException("a process ended before it printed '" + start + "'");
    }
    Thread drain = new Thread(() -> out.lines().forEach(dropped -> {}), "drain");
    drain.setDaemon(true);
    drain.start();
    return line.substring(start.length());
  }
}
