/**
 * The controller's HTTP server: the mirroring API, the decisions and their reasons, the
 * measurements, and the console.
 *
 * <pre>
 *  control thread ──▶ ControllerState ──notifies──▶ ControllerServer ──▶ History
 *                                                          └──▶ Watchers ──▶ streams
 *  socket ──▶ HttpService ──▶ Dispatcher ──▶ Reports       ControllerState, History
 *                                 │   ├──▶ Changes         guarded (Guard), read (RequestBody), made on a worker ──▶ ChangeQueue
 *                                 │   ├──▶ StormEndpoint   the same ──▶ Storms
 *                                 │   ├──▶ Watchers
 *                                 └──▶└──▶ StaticFiles     the console
 * </pre>
 *
 * <p>Threads: two event loops, which own connections and never block; workers for reports and
 * files; further workers, on which changes wait for Kafka. The control thread only passes data to
 * them.
 */
@NullMarked
package io.windsock.control.http;

import org.jspecify.annotations.NullMarked;
