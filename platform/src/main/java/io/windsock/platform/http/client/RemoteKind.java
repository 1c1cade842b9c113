package io.windsock.platform.http.client;

import java.time.Duration;

/**
 * A kind of remote server: its description for error messages, and the bounds of its answers.
 *
 * @param name such as {@code site}
 * @param example an example URL
 * @param remedy what to do if none answers
 * @param deadline within which an answer must be complete
 * @param maxBytes the maximum size of an answer
 */
public record RemoteKind(
    String name, String example, String remedy, Duration deadline, int maxBytes) {}
