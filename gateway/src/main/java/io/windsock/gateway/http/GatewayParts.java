package io.windsock.gateway.http;

import io.windsock.gateway.Calls;
import io.windsock.gateway.GatewayStatus;
import io.windsock.gateway.http.pass.SiteAddress;
import io.windsock.gateway.update.Updates;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway's HTTP server needs of the gateway. The suppliers are called by any thread, often,
 * so they return what is known without waiting.
 *
 * @param name the gateway's name
 * @param calls takes queries, and drains sites
 * @param sites the sites to which requests may be passed: ready, not draining, and all of one role,
 *     because a position of the central site's is not valid at a mirror
 * @param status the gateway's condition
 * @param gateways the base URLs of the other gateways
 * @param updates takes updates, and is closed before the server, which so can answer those that
 *     wait; null if the gateway takes none
 */
public record GatewayParts(
    String name,
    Calls calls,
    Supplier<List<SiteAddress>> sites,
    Supplier<GatewayStatus> status,
    Supplier<List<String>> gateways,
    @Nullable Updates updates) {}
