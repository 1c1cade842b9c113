package io.windsock.evaluation.gateway.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windsock.evaluation.node.Node;
import io.windsock.testbed.calls.tally.CallsResult;
import io.windsock.testbed.process.ChildProcess;
import java.util.List;

/** The process that makes calls. One thread owns it. */
public final class CallsProcess implements AutoCloseable {
  private static final List<String> JVM =
      List.of("-Xms512m", "-Xmx1g", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /** Servers that are named and never called, while the generator's ceiling is measured. */
  private static final List<String> NO_SERVERS =
      List.of("http://127.0.0.1:1", "http://127.0.0.1:2");

  private final ChildProcess process;

  private CallsProcess(ChildProcess process) {
    this.process = process;
    process.await("ready");
  }

  /**
   * Starts it on a node, so that it weighs as much as the members that it calls: an answer that it
   * has no processor to read would count as late.
   */
  public static CallsProcess start(Node node) {
    return new CallsProcess(node.start(CallsMain.class, JVM, List.of()));
  }

  /** Begins to send a load. */
  public void begin(CallsOrder order) {
    process.tell(order.line());
  }

  /**
   * Has no more calls of the load that began be sent; its result has those sent until then. Does
   * nothing if all were sent.
   */
  public void stop() {
    process.tell(Orders.STOP);
  }

  /** Waits until all calls of the load that began have their outcome. */
  public CallsResult end() {
    String json = process.await("result");
    try {
      return JSON.readValue(json, CallsResult.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("not a result of calls: " + json, e);
    }
  }

  /**
   * Returns the calls per second that a process of its own achieves at two static servers; 0 if it
   * keeps none.
   */
  public static double ceiling(boolean http) {
    CallsOrder order =
        http
            ? CallsOrder.http(NO_SERVERS.subList(0, 1), 1_000)
            : CallsOrder.links(NO_SERVERS, 1_000);
    try (CallsProcess calls =
        new CallsProcess(ChildProcess.start(CallsMain.class, JVM, List.of()))) {
      calls.process.tell("ceiling " + order.of(1_000, 1_000).line());
      return Double.parseDouble(calls.process.await("ceiling"));
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
