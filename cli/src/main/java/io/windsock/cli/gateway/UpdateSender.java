package io.windsock.cli.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteException;
import io.windsock.platform.http.client.Reply;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends updates to gateways. What one does not confirm is sent again, with the same ids, to the
 * next one, because an update is taken once by its id. Owned by one thread.
 */
final class UpdateSender {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int UNAVAILABLE = 503;
  private static final int TIMEOUT = 504;
  private static final long PAUSE_MS = 500;
  private static final String WRITTEN = "written";

  private final List<Remote> gateways;
  private final String path;
  private final int attempts;
  private int turn;

  /**
   * Creates a sender.
   *
   * @param gateways at least one
   * @param attempts how often a request is sent, at least once
   */
  UpdateSender(List<Remote> gateways, String stream, int attempts) {
    this.gateways = List.copyOf(gateways);
    this.path = "/v1/updates/" + Remote.encoded(stream);
    this.attempts = attempts;
  }

  /**
   * Sends updates until all are confirmed, or as often as it may. What is written is not sent
   * again: each attempt of many updates would end as far as the one before.
   *
   * @param outcomes receives the last outcome of each update, as far as it is known; those that are
   *     written at once
   * @return whether all are written
   * @throws RemoteException if the updates are invalid, or if the last gateway did not answer
   */
  boolean send(List<ObjectNode> updates, Consumer<JsonNode> outcomes) throws InterruptedException {
    List<ObjectNode> left = updates;
    Reply reply = null;
    RemoteException silent = null;
    for (int attempt = 0; attempt < attempts && !isFinal(reply); attempt++) {
      if (attempt > 0) {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS * attempt);
      }
      try {
        reply = ask(left);
        silent = null;
        if (isPartial(reply)) {
          left = left(left, reply, outcomes);
        }
      } catch (RemoteException e) {
        silent = e;
        turn++;
      }
    }
    if (silent != null || reply == null) {
      throw silent == null ? new IllegalStateException("no attempt") : silent;
    }
    boolean partial = isPartial(reply);
    boolean all = true;
    for (JsonNode outcome : (partial ? reply.json() : reply.expected()).path("updates")) {
      all &= isWritten(outcome);
      if (!partial || !isWritten(outcome)) {
        outcomes.accept(outcome);
      }
    }
    return all;
  }

  /** Reports the outcomes of the updates that are written, and returns the other updates. */
  private static List<ObjectNode> left(
      List<ObjectNode> sent, Reply reply, Consumer<JsonNode> outcomes) {
    Set<String> written = new HashSet<>();
    for (JsonNode outcome : reply.json().path("updates")) {
      if (isWritten(outcome)) {
        outcomes.accept(outcome);
        written.add(outcome.path("id").asText());
      }
    }
    return sent.stream().filter(update -> !written.contains(update.path("id").asText())).toList();
  }

  /** Returns whether the outcome of an update says that it is written. */
  static boolean isWritten(JsonNode outcome) {
    return outcome.path("outcome").asText().equals(WRITTEN);
  }

  private Reply ask(List<ObjectNode> updates) throws InterruptedException {
    ObjectNode body = JSON.createObjectNode();
    body.putArray("updates").addAll(updates);
    Remote gateway = gateways.get(turn % gateways.size());
    HttpRequest.Builder request =
        gateway
            .request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(bytes(body)));
    Reply reply = gateway.ask(request);
    if (!isFinal(reply)) {
      turn++;
    }
    return reply;
  }

  private static byte[] bytes(ObjectNode body) {
    try {
      return JSON.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("JSON that was read can't be written", e);
    }
  }

  private static boolean isFinal(@Nullable Reply reply) {
    return reply != null && reply.status() != UNAVAILABLE && reply.status() != TIMEOUT;
  }

  /** Returns whether an answer has the outcome of each update, though not all are written. */
  private static boolean isPartial(Reply reply) {
    return !isFinal(reply) && reply.json().path("updates").isArray();
  }
}
