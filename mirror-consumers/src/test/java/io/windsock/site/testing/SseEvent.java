package io.windsock.site.testing;

/**
 * An event as the SSE standard gives it to a page, except that the id is only what this very event
 * carried.
 *
 * @param name its type; "message" where none was given
 * @param id its id; empty where it carried none
 * @param data its data
 */
public record SseEvent(String name, String id, String data) {}
