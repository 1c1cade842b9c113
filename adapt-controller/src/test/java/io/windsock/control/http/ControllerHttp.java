package io.windsock.control.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.platform.testing.RawHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Requests with bodies, and answers read as JSON. */
final class ControllerHttp {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ControllerHttp() {}

  /** Sends {@code body} as JSON. */
  static RawHttp.Answer post(int port, String path, String body, String... headers) {
    String[] all = new String[headers.length + 2];
    System.arraycopy(headers, 0, all, 2, headers.length);
    all[0] = "Content-Type";
    all[1] = "application/json";
    return send(port, "POST", path, body, all);
  }

  /** Sends {@code body}. */
  static RawHttp.Answer send(int port, String method, String path, String body, String... headers) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    StringBuilder text = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    text.append("Host: localhost:").append(port).append("\r\n");
    text.append("Content-Length: ").append(length).append("\r\n");
    for (int i = 0; i < headers.length; i += 2) {
      text.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
    }
    try (RawHttp http = new RawHttp(port)) {
      http.send(text.append("\r\n").append(body).toString());
      return http.answer(false);
    }
  }

  /** Asks for JSON. */
  static JsonNode get(int port, String path) {
    return json(RawHttp.get(port, path));
  }

  /** An answer's body. */
  static JsonNode json(RawHttp.Answer answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(answer.text(), e);
    }
  }
}
