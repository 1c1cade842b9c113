package io.windsock.contracts.query;

/**
 * Who sends calls.
 *
 * @param name its name, at most {@link BatchBounds#MAX_NAME_BYTES} bytes of UTF-8
 * @param incarnation this run of it, drawn anew at each start; bounded like the name
 * @param gateway whether it is a gateway, to which a site sends the answers of all calls that name
 *     it
 */
public record Sender(String name, String incarnation, boolean gateway) {}
