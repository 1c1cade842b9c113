package io.windsock.evaluation.link.copier;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.evaluation.link.lab.Copier;
import io.windsock.link.send.SenderStatus;
import io.windsock.testbed.process.ChildProcess;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A link of Windsock: its sender and its receiver, a process each. They run one link after the
 * other. One thread owns it.
 */
public final class LinkCopier implements Copier {
  private static final List<String> JVM =
      List.of("-Xms256m", "-Xmx1g", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long LOOK_MS = 20;
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

  private final ChildProcess sender;
  private final ChildProcess receiver;

  private LinkCopier(ChildProcess sender, ChildProcess receiver) {
    this.sender = sender;
    this.receiver = receiver;
  }

  /** Starts the processes. */
  public static LinkCopier start() {
    ChildProcess sender = ChildProcess.start(LinkMain.class, JVM, List.of());
    ChildProcess receiver = ChildProcess.start(LinkMain.class, JVM, List.of());
    sender.await("ready");
    receiver.await("ready");
    return new LinkCopier(sender, receiver);
  }

  /** Begins to copy. */
  public void begin(LinkOrder order) {
    String json = json(order);
    order(receiver, "receive " + json, "began");
    order(sender, "send " + json, "began");
  }

  private static String json(LinkOrder order) {
    try {
      return JSON.writeValueAsString(order);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(order + " is not written as JSON", e);
    }
  }

  private static String order(ChildProcess side, String order, String answer) {
    side.tell(order);
    return side.await(answer);
  }

  private <T> T asked(String what, TypeReference<T> type) {
    String json = order(sender, what, what);
    try {
      return JSON.readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the sender answers " + what + " with " + json, e);
    }
  }

  /** Returns what the sender does. */
  public LinkReport report() {
    LinkReport report = asked("report", new TypeReference<>() {});
    if (report.state() == SenderStatus.State.STOPPED) {
      throw new IllegalStateException("the link stopped: " + report.detail());
    }
    return report;
  }

  /** Returns the first batches of the link that runs. */
  public List<TracedBatch> trace() {
    return asked("trace", new TypeReference<>() {});
  }

  /** Waits until the session is open. */
  public void awaitSending() throws InterruptedException {
    long beginNs = System.nanoTime();
    LinkReport report = report();
    while (report.state() != SenderStatus.State.SENDING) {
      if (System.nanoTime() - beginNs > PATIENCE_NS) {
        throw new IllegalStateException("the link is not open yet: " + report);
      }
      Thread.sleep(LOOK_MS);
      report = report();
    }
  }

  @Override
  public long copied() {
    return report().records();
  }

  @Override
  public long cpuUs() {
    return sender.cpuUs() + receiver.cpuUs();
  }

  /** Ends the link that runs. */
  public void end() {
    order(sender, "stop", "stopped");
    order(receiver, "stop", "stopped");
  }

  @Override
  public void close() {
    sender.close();
    receiver.close();
  }
}
