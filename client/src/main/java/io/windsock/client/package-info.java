/**
 * Asks gateways, or sites, for state within a deadline. {@link io.windsock.client.WindsockClient}
 * is the entry point.
 *
 * <pre>
 *  callers' threads: ask ──▶ Inbox                                  one outcome ──▶ caller's code
 *                              │ all that has gathered, at once          ▲
 *                              ▼                                         │
 *  event loop:              Lane, one a kind of call ──▶ ClientCore ─────┘
 *                              │ ▲                         │  Gateways: who is up, primary and backup
 *                   CallLink.offer │ answers               │  Position: newest seen
 *                              ▼ │                         │  Deadlines: what is late
 *                           a link a gateway and kind ◀────┘
 * </pre>
 *
 * <p>{@code ClientCore} and all that it uses are pure: a call, an answer or a tick in, calls and
 * outcomes out. The method is that of Friedman and Birman, "Using Group Communication Technology to
 * Implement a Reliable and Scalable Distributed IN Coprocessor", section 3.2: a requester sends
 * each call to a primary and a backup, and takes the first answer.
 */
@NullMarked
package io.windsock.client;

import org.jspecify.annotations.NullMarked;
