package io.windsock.testbed.calls;

import io.windsock.testbed.calls.plan.PlannedAction;
import io.windsock.testbed.calls.tally.CallsResult.ActionReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Carries out the planned actions on the servers, each at its time, on a thread of its own.
 * Commands that still run are ended when it is closed. Any thread may call it.
 */
final class Actions implements AutoCloseable {
  private static final long END_SECONDS = 5;

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "calls-actions");
            thread.setDaemon(true);
            return thread;
          });
  private final long startNs;

  // Guarded by this
  private final List<ActionReport> reports = new ArrayList<>();
  private final List<Process> commands = new ArrayList<>();
  private boolean closed;

  private Actions(long startNs) {
    this.startNs = startNs;
  }

  /**
   * Starts waiting for the times of actions.
   *
   * @param startNs the time from which theirs run, in terms of {@link System#nanoTime}
   */
  static Actions start(List<PlannedAction> planned, long startNs) {
    Actions actions = new Actions(startNs);
    for (PlannedAction action : planned) {
      long delayNs = startNs + TimeUnit.MILLISECONDS.toNanos(action.atMs()) - System.nanoTime();
      var unused = actions.timer.schedule(() -> actions.act(action), delayNs, TimeUnit.NANOSECONDS);
    }
    return actions;
  }

  private synchronized void act(PlannedAction action) {
    if (closed) {
      return;
    }
    long atMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    String detail;
    try {
      detail = action.kind() == PlannedAction.Kind.run ? run(action) : signal(action);
    } catch (IOException | RuntimeException e) {
      detail = "failed: " + e.getMessage();
    }
    reports.add(new ActionReport(atMs, action.toString(), detail));
  }

  private String run(PlannedAction action) throws IOException {
    // What the command prints must not mix with the results.
    Process process =
        new ProcessBuilder("sh", "-c", "exec 1>&2\n" + action.argument())
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    commands.add(process);
    return "started as process " + process.pid();
  }

  private static String signal(PlannedAction action) throws IOException {
    long pid = Long.parseLong(action.argument());
    Optional<ProcessHandle> found = ProcessHandle.of(pid);
    if (found.isEmpty()) {
      return "failed: there is no process " + pid;
    }
    return switch (action.kind()) {
      case kill -> done(found.get().destroyForcibly());
      case term -> done(found.get().destroy());
      case stop -> send("STOP", pid);
      case cont -> send("CONT", pid);
      case run -> throw new IllegalArgumentException("no signal: " + action);
    };
  }

  private static String done(boolean requested) {
    return requested ? "done" : "failed: not permitted";
  }

  private static String send(String signal, long pid) throws IOException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).inheritIO().start();
    return "done";
  }

  /** Returns what was done so far. */
  synchronized List<ActionReport> reports() {
    return List.copyOf(reports);
  }

  @Override
  public void close() {
    timer.shutdownNow();
    List<Process> running;
    synchronized (this) {
      closed = true;
      running = commands.stream().filter(Process::isAlive).toList();
    }
    running.forEach(Actions::end);
  }

  private static void end(Process command) {
    List<ProcessHandle> started = command.descendants().toList();
    started.forEach(ProcessHandle::destroy);
    command.destroy();
    try {
      if (!command.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        started.forEach(ProcessHandle::destroyForcibly);
        command.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      command.destroyForcibly();
    }
  }
}
