/**
 * The HTTP server of a long-running role: it manages connections, validates requests and sends
 * answers. It is independent of the content served.
 *
 * <pre>
 *  socket ──▶ Connections ──▶ HttpLoop (one an event loop): Host, bounds
 *                                │
 *                                ▼
 *                         RequestHandler (the role's) ──▶ Target, Routes ──▶ Exchange ──▶ Answer or Refusal
 *                                                                              └─ Workers, for what takes time
 * </pre>
 *
 * <p>Threads: event loops, which own connections and never block; workers, which read.
 */
@NullMarked
package io.windsock.platform.http;

import org.jspecify.annotations.NullMarked;
