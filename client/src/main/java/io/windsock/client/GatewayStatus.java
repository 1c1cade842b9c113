package io.windsock.client;

/**
 * What a client knows of a gateway.
 *
 * @param url its URL
 * @param name the name that it gave itself; empty before its first batch
 * @param up whether it is connected, for both kinds of calls; of two URLs of one gateway the first
 *     one, though the other may be used for one of the kinds
 * @param detail what is wrong, in words; empty if nothing is
 */
public record GatewayStatus(String url, String name, boolean up, String detail) {}
