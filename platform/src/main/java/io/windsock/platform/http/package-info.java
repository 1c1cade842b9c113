/**
 * The HTTP server of a long-running role: connections, requests checked and carried to their
 * answers. It knows nothing of what is served.
 *
 * <pre>
 *  socket ──▶ Connections ──▶ HttpLoop (one an event loop): Host, bounds
 *                                │
 *                                ▼
 *                         RequestHandler (the role's) ──▶ Target, Routes ──▶ Exchange ──▶ Answer or Refusal
 *                                                                              └─ Workers, for what takes time
 * </pre>
 *
 * <p>Threads: event loops, which own connections and never wait; workers, which read.
 */
@NullMarked
package io.windsock.platform.http;

import org.jspecify.annotations.NullMarked;
