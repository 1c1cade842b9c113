package io.windsock.evaluation.serving;

import io.windsock.testbed.process.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A warm process that lets one storm break. One thread owns it. */
public final class StormProcess implements AutoCloseable {
  private static final String RAISED = "ulimit -n 40000 2>/dev/null; ";

  /** A display is an open file at either end; root may raise the limit on most machines. */
  public static final List<String> MANY_FILES =
      List.of("/bin/sh", "-c", RAISED + "exec \"$@\"", "sh");

  /** Files that a process opens besides, and some more. */
  private static final int SPARE_FILES = 1_000;

  private static final List<String> JVM = List.of("-Xms512m", "-Xmx1g");

  private final ChildProcess process;

  /**
   * Starts it and waits until it is warm.
   *
   * @param rampMs within which all displays regain power
   * @param warmUp the server for its warm-up
   * @param view the view on each display, as in {@link io.windsock.testbed.storm.StormOptions}
   */
  public StormProcess(int displays, long rampMs, URI warmUp, String view, List<URI> sites) {
    List<String> args =
        new ArrayList<>(
            List.of(Integer.toString(displays), Long.toString(rampMs), warmUp.toString(), view));
    sites.forEach(site -> args.add(site.toString()));
    process = ChildProcess.start(MANY_FILES, StormMain.class, JVM, args);
    process.await("ready");
  }

  /** Returns how many displays a process may have on this machine. */
  public static int mostDisplays() throws IOException {
    Process limit = new ProcessBuilder("/bin/sh", "-c", RAISED + "ulimit -n").start();
    try (BufferedReader out = limit.inputReader(StandardCharsets.UTF_8)) {
      String files = out.readLine();
      return files == null || files.equals("unlimited")
          ? Integer.MAX_VALUE
          : Integer.parseInt(files) - SPARE_FILES;
    }
  }

  /** Lets the storm break; returns when every display is served or has failed. */
  public StormResult run() {
    process.tell("go");
    return StormResult.parse(process.await("result"));
  }

  @Override
  public void close() {
    process.close();
  }
}
