package io.windsock.link.edge;

import io.windsock.platform.http.endpoint.HealthServer.Readiness;
import io.windsock.platform.http.message.Json;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What an edge needs of its side of a link. Any event loop calls it, so it must not wait.
 *
 * @param noun the kind of server named in messages, such as {@code link sender}
 * @param name the name of this instance
 * @param readiness whether it copies, and the reason if it does not
 * @param status the fields of {@code /v1/status}
 * @param pause pauses the side, or ends the pause; false if it has stopped. Null if this side has
 *     no pause
 */
record LinkParts(
    String noun,
    String name,
    Supplier<Readiness> readiness,
    Json.Fields status,
    @Nullable Predicate<Boolean> pause) {}
