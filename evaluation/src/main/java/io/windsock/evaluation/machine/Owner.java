package io.windsock.evaluation.machine;

import java.nio.file.Path;
import java.util.Optional;

/** The process that made a control group or a folder, by its id, which is in the name. */
public record Owner(long pid) {
  /** Returns this process. */
  public static Owner current() {
    return new Owner(ProcessHandle.current().pid());
  }

  /** Returns whether it runs. A process of another program has been given its id since. */
  public boolean lives() {
    return ProcessHandle.of(pid).filter(Owner::isJvm).isPresent();
  }

  private static boolean isJvm(ProcessHandle process) {
    Optional<String> program = process.info().command(); // unknown for another user's process
    return program.map(it -> Path.of(it).endsWith("java")).orElse(true);
  }
}
