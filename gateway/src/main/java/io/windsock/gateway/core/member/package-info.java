/**
 * The sites and gateways that a gateway knows, and which of them are alive (the paper, section 4).
 * Discovery names them; heartbeats on the links decide whether they are alive. Pure.
 */
@NullMarked
package io.windsock.gateway.core.member;

import org.jspecify.annotations.NullMarked;
