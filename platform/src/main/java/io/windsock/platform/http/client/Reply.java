package io.windsock.platform.http.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** A server's answer with any status. */
public record Reply(HttpResponse<byte[]> response) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int OK = 200;

  /** Returns the status. */
  public int status() {
    return response.statusCode();
  }

  /** Returns whether the status is 200. */
  public boolean ok() {
    return status() == OK;
  }

  /** Returns a header's first value; empty if absent. */
  public String header(String name) {
    return response.headers().firstValue(name).orElse("");
  }

  /** Returns the body as text. */
  public String text() {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  /** Returns the body as JSON; a missing node if it is not JSON. */
  public JsonNode json() {
    try {
      return JSON.readTree(response.body());
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  /**
   * Returns the body as JSON if the status is 200.
   *
   * @throws RemoteException with the server's reason and remedy, for any other status
   */
  public JsonNode expected() {
    JsonNode body = json();
    if (ok()) {
      return body;
    }
    throw refused(body.path("error").asText(""), body.path("remedy").asText(""));
  }

  /** Returns the exception for an unusable answer. */
  public RemoteException refused(String reason, String remedy) {
    return RemoteException.refused(response.uri().toString(), status(), reason, remedy);
  }
}
