package io.windsock.platform.http.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** What a server answered, whatever the status. */
public record Reply(HttpResponse<byte[]> response) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int OK = 200;

  /** The status. */
  public int status() {
    return response.statusCode();
  }

  /** Whether the status is 200. */
  public boolean ok() {
    return status() == OK;
  }

  /** A header's first value; empty if there is none. */
  public String header(String name) {
    return response.headers().firstValue(name).orElse("");
  }

  /** The body as text. */
  public String text() {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  /** The body as JSON; a missing node where it is none. */
  public JsonNode json() {
    try {
      return JSON.readTree(response.body());
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  /**
   * The body, as JSON, of an answer that must be 200.
   *
   * @throws RemoteException with the server's reason and remedy, if it is another
   */
  public JsonNode expected() {
    JsonNode body = json();
    if (ok()) {
      return body;
    }
    throw refused(body.path("error").asText(""), body.path("remedy").asText(""));
  }

  /** What to throw where this answer is of no use, for this reason. */
  public RemoteException refused(String reason, String remedy) {
    return RemoteException.refused(response.uri().toString(), status(), reason, remedy);
  }
}
