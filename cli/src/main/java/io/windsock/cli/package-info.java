/**
 * The {@code windsock} command.
 *
 * <pre>
 *  arguments, WINDSOCK_*, properties file ──▶ Windsock (picocli) ──▶ run      one role alone, and what operators do with it
 *                                                  │                 demo     all of them in one process
 *                                                  │                 feed     replay, feed info, feed generate, feed numbers
 *                                                  │                 topics, state, doctor
 *                                                  │                 control  the mirroring API, modes
 *                                                  │                 calls    calls at gateways, at a rate
 *                                                  │                 capacity the machines for a load
 *                                                  │                 storm    displays that all connect at once
 *                                                  ▼
 *                                  exit code, and one line for each fault (ErrorReport)
 * </pre>
 */
@NullMarked
package io.windsock.cli;

import org.jspecify.annotations.NullMarked;
