package io.windsock.evaluation.node;

import io.windsock.contracts.config.Failure;
import io.windsock.evaluation.machine.AtExit;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * This process's claim to run experiments on this machine, until it is closed or the program ends.
 * An empty control group tells other processes. Those of nodes do not: there are none between two
 * experiments, or while the ceilings of load generators are measured. One thread owns it.
 */
public final class Claim implements AutoCloseable {
  private final @Nullable Path group;
  private final AtExit abort;

  private Claim(@Nullable Path group) {
    this.group = group;
    abort = AtExit.run("claim-abort", this::delete);
  }

  /**
   * Claims the machine. Of two processes that do so at the same time, both may fail.
   *
   * @param parents the folders in which control groups are
   * @throws Failure if another process has groups
   */
  static Claim in(List<Path> parents) {
    Claim claim = new Claim(create(parents.get(0)));
    OptionalLong other = CpuGroups.otherOwner(parents);
    if (other.isPresent()) {
      claim.close();
      throw new Failure(
          "another experiment runs (process %d): wait for it to end".formatted(other.getAsLong()));
    }
    return claim;
  }

  /** Returns the group; null where none can be created, so that there can be no nodes either. */
  private static @Nullable Path create(Path parent) {
    Path group = parent.resolve(CpuGroups.name("claim"));
    try {
      return Files.createDirectory(group);
    } catch (FileAlreadyExistsException e) {
      return group; // left by a killed process that had the id of this one
    } catch (IOException e) {
      return null;
    }
  }

  private void delete() {
    try {
      if (group != null) {
        Files.deleteIfExists(group);
      }
    } catch (IOException e) {
      // The next process that creates nodes deletes it, once this one has ended.
    }
  }

  @Override
  public void close() {
    var unused = abort.cancel();
    delete();
  }
}
