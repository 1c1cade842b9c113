package io.windsock.evaluation.link.lab;

import io.windsock.evaluation.machine.WorkFolder;
import io.windsock.testbed.process.StartedParts;
import java.io.IOException;
import java.nio.file.Path;

/** The two sites of a link, and a folder for files. One thread owns it. */
public final class Sites implements AutoCloseable {
  private final StartedParts started = new StartedParts();
  private final Path folder;
  private final Site source;
  private final Site target;

  private Sites() throws IOException {
    folder = started.closing(WorkFolder.create()).path();
    source = started.closing(Site.start(folder.resolve("source")));
    target = started.closing(Site.start(folder.resolve("target")));
  }

  /** Starts both brokers. */
  public static Sites start() throws IOException {
    return new Sites();
  }

  /** Returns the primary site. */
  public Site source() {
    return source;
  }

  /** Returns the backup site. */
  public Site target() {
    return target;
  }

  /** Returns a folder that is deleted in the end. */
  public Path folder() {
    return folder;
  }

  /** Returns the processor time of both brokers so far, µs. */
  public long cpuUs() {
    return source.cpuUs() + target.cpuUs();
  }

  @Override
  public void close() {
    started.close();
  }
}
