package io.windsock.platform.http.client;

import java.time.Duration;

/**
 * What is asked, in the words of an error, and how much it may take.
 *
 * @param name such as {@code site}
 * @param example a URL of one
 * @param remedy what to do where none answers
 * @param deadline within which an answer must be complete
 * @param maxBytes the largest answer
 */
public record RemoteKind(
    String name, String example, String remedy, Duration deadline, int maxBytes) {}
