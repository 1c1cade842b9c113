/**
 * The controller's HTTP server: the mirroring API, what was decided and why, what is measured, and
 * the console.
 *
 * <pre>
 *  control thread ──samples, parameters, decisions, commit points──▶ ControllerServer ──▶ History
 *                                                                           └──▶ Watchers ──▶ streams
 *  socket ──▶ HttpService ──▶ Dispatcher ──▶ Reports    ServedController, History
 *                                 │   ├──▶ Changes      guarded (Guard), read (RequestBody), done by a worker ──▶ MirroringCalls, Storms
 *                                 │   ├──▶ Watchers
 *                                 └──▶ └──▶ ConsoleFiles
 * </pre>
 *
 * <p>Threads: two event loops, which own connections and never wait; workers, on which changes wait
 * for Kafka. The control thread only hands over.
 */
@NullMarked
package io.windsock.control.http;

import org.jspecify.annotations.NullMarked;
