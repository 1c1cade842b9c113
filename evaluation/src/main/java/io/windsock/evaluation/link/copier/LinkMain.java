package io.windsock.evaluation.link.copier;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.link.credentials.SiteFiles;
import io.windsock.link.interval.AdaptiveInterval;
import io.windsock.link.interval.BatchPolicy;
import io.windsock.link.interval.BestEffort;
import io.windsock.link.interval.FixedBatch;
import io.windsock.link.interval.IntervalSettings;
import io.windsock.link.interval.MeasuredCapacity;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.receive.ReceiverConfig;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderConfig;
import io.windsock.link.send.WhenTrimmed;
import io.windsock.link.stage.Compressor;
import io.windsock.link.stage.KeyRing;
import io.windsock.link.stage.LinkKey;
import io.windsock.link.transport.LinkTls;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.jspecify.annotations.Nullable;

/**
 * One side of links in a process of its own, which stays warm from link to link. It prints {@code
 * ready}, and takes orders as lines: {@code receive ORDER} or {@code send ORDER}, with a {@link
 * LinkOrder} as JSON, answered by {@code began}; {@code report} by {@code report} and a {@link
 * LinkReport}; {@code trace} by {@code trace} and a list of {@link TracedBatch}; {@code stop} by
 * {@code stopped}. It ends when its standard input ends.
 */
final class LinkMain {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int COMPRESSION_LEVEL = 1;
  private static final int MAX_THRESHOLD = 200_000;

  /** The most records that a poll of the source returns. */
  private static final int POLL_RECORDS = 1_000;

  private @Nullable LinkReceiver receiver;
  private @Nullable LinkSender sender;
  private volatile @Nullable TracedPolicy policy;

  private LinkMain() {}

  public static void main(String[] args) throws IOException {
    say("ready");
    LinkMain side = new LinkMain();
    try (BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = orders.readLine(); line != null; line = orders.readLine()) {
        String[] words = line.split(" ", 2);
        say(side.answer(words[0], words.length == 1 ? "" : words[1]));
      }
    }
    System.exit(0);
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private String answer(String order, String json) throws IOException {
    switch (order) {
      case "receive" -> {
        receive(JSON.readValue(json, LinkOrder.class));
        return "began";
      }
      case "send" -> {
        send(JSON.readValue(json, LinkOrder.class));
        return "began";
      }
      case "report" -> {
        return "report " + JSON.writeValueAsString(report());
      }
      case "trace" -> {
        TracedPolicy traced = policy;
        List<TracedBatch> trace = traced == null ? List.of() : traced.trace();
        return "trace " + JSON.writeValueAsString(trace);
      }
      case "stop" -> {
        stop();
        return "stopped";
      }
      default -> throw new IllegalArgumentException("not an order: " + order);
    }
  }

  private LinkReport report() {
    LinkSender sending = sender;
    if (sending == null) {
      throw new IllegalStateException("this side does not send");
    }
    return LinkReport.of(sending.status());
  }

  private void receive(LinkOrder order) {
    receiver =
        LinkReceiver.start(
            new ReceiverConfig(
                kafka(order.target()),
                order.receiver().host(),
                order.receiver().port(),
                tls(order),
                keys(order),
                PipelineShape.of(order.setting().pipeline()),
                order.setting().chooses()));
  }

  private void send(LinkOrder order) {
    LinkOrder.Setting setting = order.setting();
    sender =
        LinkSender.start(
            new SenderConfig(
                order.link(),
                kafka(order.source()),
                List.of(order.topic()),
                order.entry().host(),
                order.entry().port(),
                tls(order),
                keys(order),
                new Compressor(setting.codec(), COMPRESSION_LEVEL),
                () -> traced(setting),
                null,
                PipelineShape.of(setting.pipeline()),
                setting.chooses(),
                SenderConfig.Bounds.standard(),
                WhenTrimmed.STOP));
  }

  private static Map<String, Object> kafka(String servers) {
    return Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, servers);
  }

  private static @Nullable LinkTls tls(LinkOrder order) {
    String folder = order.certificates();
    return folder == null ? null : new SiteFiles(Path.of(folder)).tls();
  }

  /** Returns the key of an experiment's links, the same in both processes. It protects nothing. */
  private static LinkKey key() {
    byte[] secret = new byte[LinkKey.BYTES];
    Arrays.fill(secret, (byte) 1);
    return new LinkKey("experiment", secret);
  }

  private static KeyRing keys(LinkOrder order) {
    return order.setting().encrypts() ? KeyRing.of(key()) : KeyRing.NONE;
  }

  /** Returns the policy of a session. Called by the sender's thread. */
  private TracedPolicy traced(LinkOrder.Setting setting) {
    TracedPolicy made = new TracedPolicy(policy(setting));
    policy = made;
    return made;
  }

  private static BatchPolicy policy(LinkOrder.Setting setting) {
    Duration interval = Duration.ofMillis(setting.intervalMs());
    return switch (setting.batching()) {
      case ADAPTIVE ->
          new AdaptiveInterval(
              IntervalSettings.standard().withInitial(interval), MeasuredCapacity.standard());
      case FIXED -> new FixedBatch(interval, MAX_THRESHOLD);
      case EACH_POLL -> new BestEffort(POLL_RECORDS);
      case BEST_EFFORT -> new BestEffort(MAX_THRESHOLD);
    };
  }

  private void stop() {
    LinkSender sending = sender;
    if (sending != null) {
      sending.close();
      sender = null;
    }
    LinkReceiver receiving = receiver;
    if (receiving != null) {
      receiving.close();
      receiver = null;
    }
  }
}
