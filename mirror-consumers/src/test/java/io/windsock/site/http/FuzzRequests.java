package io.windsock.site.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Makes up requests for {@link FuzzTest}. One thread owns it. */
final class FuzzRequests {
  private static final List<String> METHODS =
      List.of("HEAD", "POST", "PUT", "OPTIONS", "DELETE", "PATCH", "TRACE", "get", "X-Y");
  private static final List<String> PATHS =
      List.of(
          "/v1/state/FL1",
          "/v1/state/",
          "/v1/views/arrivals",
          "/v1/views/departures",
          "/v1/views/all",
          "/v1/views/",
          "/v1/subscribe",
          "/v1/updates",
          "/v1/digest",
          "/v1/sites",
          "/health/live",
          "/health/ready",
          "/health/serving",
          "/metrics",
          "/openapi.yaml",
          "/board",
          "/board/board.js",
          "/webjars/d3-geo/dist/d3-geo.min.js",
          "/webjars/internmap/dist/",
          "/",
          "*",
          "http://x/v1/sites");
  private static final List<String> QUERIES =
      List.of(
          "airport=EGLL",
          "airport=",
          "limit=3",
          "limit=-1",
          "limit=99999999999999999999",
          "view=all",
          "view=arrivals",
          "key=FL1",
          "after=AAAAAAAAAAAB",
          "after=x",
          "after=A",
          "verify=true",
          "verify=1",
          "&",
          "=",
          "a=b=c");
  private static final List<String> HEADERS =
      List.of(
          "Accept: application/avro",
          "Accept: */*;q=0",
          "Accept: ,,;;q=x,application/json;q=2",
          "Accept-Encoding: gzip",
          "Accept-Encoding: *;q=0.001",
          "If-None-Match: *",
          "If-None-Match: \"x\",,W/\"y\"",
          "Last-Event-ID: AAAAAAAAAAAHAA",
          "Last-Event-ID: \u00e9",
          "Origin: http://evil.example",
          "Origin: ::",
          "Content-Length: 0",
          "Connection: keep-alive",
          "Connection: upgrade",
          "Upgrade: websocket",
          "Upgrade: h2c",
          "Expect: 100-continue",
          "Range: bytes=0-1",
          "X: " + "y".repeat(500));

  /** A request: its method, and all of its text. */
  record Request(String method, String text) {}

  private final Random random;

  FuzzRequests(Random random) {
    this.random = random;
  }

  /** A request that is well-formed as far as its framing goes, and has no body. */
  Request next() {
    String method = random.nextInt(5) == 0 ? pick(METHODS) : "GET";
    StringBuilder text = new StringBuilder(method).append(' ').append(target());
    text.append(" HTTP/1.1\r\nHost: localhost\r\n");
    while (random.nextInt(3) == 0) {
      text.append(pick(HEADERS)).append("\r\n");
    }
    return new Request(method, text.append("\r\n").toString());
  }

  private String target() {
    StringBuilder target = new StringBuilder(pick(PATHS));
    if (random.nextBoolean()) {
      target.append('?').append(pick(QUERIES));
      while (random.nextInt(3) == 0) {
        target.append('&').append(pick(QUERIES));
      }
    }
    while (random.nextInt(3) == 0) {
      mutate(target);
    }
    return target.toString();
  }

  private void mutate(StringBuilder target) {
    int at = random.nextInt(target.length() + 1);
    switch (random.nextInt(6)) {
      case 0 -> target.insert(at, (char) ('!' + random.nextInt('~' - '!' + 1)));
      case 1 -> target.insert(at, "%" + Integer.toHexString(random.nextInt(256)));
      case 2 -> target.insert(at, "../");
      case 3 -> target.insert(at, target.substring(0, Math.min(at, 50)));
      case 4 -> target.insert(at, "%c3%28%f0%9f%9b%ab");
      default -> target.setLength(Math.max(1, at));
    }
    if (target.charAt(0) == ' ') {
      target.setCharAt(0, '/');
    }
  }

  /** Bytes that are no request, or not all of one, or more than one may be. */
  byte[] garbage() {
    switch (random.nextInt(6)) {
      case 0 -> {
        byte[] bytes = new byte[1 + random.nextInt(2000)];
        random.nextBytes(bytes);
        return bytes;
      }
      case 1 -> {
        String text = next().text();
        return ascii(text.substring(0, random.nextInt(text.length())));
      }
      case 2 -> {
        byte[] bytes = ascii(next().text());
        for (int i = 0; i < 3; i++) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return bytes;
      }
      case 3 -> {
        return ascii("GET /" + "x".repeat(random.nextInt(20_000)) + " HTTP/1.1\r\n\r\n");
      }
      case 4 -> {
        return ascii("GET / HTTP/1.1\r\n" + "A: b\r\n".repeat(random.nextInt(5_000)) + "\r\n");
      }
      default -> {
        return ascii(
            pick(
                List.of(
                    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                    "GET / HTTP/9.9\r\n\r\n",
                    "GET /\r\n\r\n",
                    "GET / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                    "GET / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
                    "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                    "GET / HTTP/1.0\r\n\r\n",
                    "\r\n\r\n\r\n",
                    "GET / HTTP/1.1\r\n Folded: header\r\n\r\n",
                    "GET / HTTP/1.1\r\nNo colon\r\n\r\n")));
      }
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
