package io.windsock.control.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.contracts.call.CallJson;
import io.windsock.contracts.call.EpochMismatchException;
import io.windsock.contracts.call.Mirroring;
import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.Written;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteException;
import io.windsock.platform.http.client.RemoteKind;
import io.windsock.platform.http.client.Reply;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mirroring API over HTTP. Any thread may call it. Calls throw {@link RemoteException} if no
 * controller answers or the controller can't write now, {@link ConfigurationException} if it
 * refuses the call, and {@link EpochMismatchException} if the client is bound to another epoch than
 * that of the parameters.
 */
public final class ControllerClient implements Mirroring {
  private static final RemoteKind KIND =
      new RemoteKind(
          "controller",
          "http://127.0.0.1:8090",
          "start one, or name another",
          Duration.ofSeconds(40),
          64 * 1024 * 1024);
  private static final int BAD_REQUEST = 400;
  private static final int PRECONDITION_FAILED = 412;

  private final Remote controller;
  private final @Nullable Long ifEpoch;

  /**
   * Creates a client of the controller at {@code url}.
   *
   * @throws ConfigurationException if the URL is invalid; {@code 127.0.0.1:8090} is valid
   */
  public ControllerClient(String url) {
    this(new Remote(KIND, url), null);
  }

  private ControllerClient(Remote controller, @Nullable Long ifEpoch) {
    this.controller = controller;
    this.ifEpoch = ifEpoch;
  }

  /**
   * Returns a client whose changes apply only while the parameters are at {@code epoch}, so that it
   * does not overwrite concurrent changes.
   */
  public ControllerClient ifEpoch(long epoch) {
    return new ControllerClient(controller, epoch);
  }

  /** Returns the controller's URL. */
  public String url() {
    return controller.url();
  }

  /**
   * Returns the controller's response at a path.
   *
   * @param path such as {@code /v1/mode}
   */
  public JsonNode get(String path) {
    return send(controller.request(path));
  }

  @Override
  public Written make(MirroringCall call) {
    JsonNode answer = post("/v1/params/" + CallJson.name(call), CallJson.write(call));
    List<String> changes = new ArrayList<>();
    answer.path("changes").forEach(change -> changes.add(change.asText()));
    return new Written(answer.path("epoch").asLong(), changes);
  }

  /** Posts a JSON value. */
  public JsonNode post(String path, JsonNode body) {
    HttpRequest.Builder request =
        controller
            .request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
    if (ifEpoch != null) {
      request.header("If-Match", "\"" + ifEpoch + "\"");
    }
    return send(request);
  }

  private JsonNode send(HttpRequest.Builder request) {
    Reply reply;
    try {
      reply = controller.ask(request);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw controller.silent("interrupted; whether it was done isn't known", e);
    }
    if (reply.status() == PRECONDITION_FAILED && ifEpoch != null) {
      throw new EpochMismatchException(ifEpoch, epoch(reply));
    }
    if (reply.status() == BAD_REQUEST) {
      throw ConfigurationException.of(url(), reply.json().path("error").asText("it answered 400"));
    }
    return reply.expected();
  }

  private static long epoch(Reply reply) {
    String tag = reply.header("ETag");
    try {
      return Long.parseLong(tag.replaceAll("W/|\"", ""));
    } catch (NumberFormatException e) {
      throw reply.refused("it names no epoch, but the ETag '" + tag + "'", "");
    }
  }
}
