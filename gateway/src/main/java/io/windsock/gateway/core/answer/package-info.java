/**
 * Calls and answers by themselves: whether a call is valid, whether an answer may be relayed, the
 * answers that a gateway gives by itself, and what is remembered of answers without a pending call.
 * Pure.
 */
@NullMarked
package io.windsock.gateway.core.answer;

import org.jspecify.annotations.NullMarked;
