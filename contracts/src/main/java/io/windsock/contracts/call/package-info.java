/**
 * The mirroring API (the paper, section 3.2.1 and Table 1) as values that a program, an HTTP client
 * or a command sends to a controller. The controller applies them to the parameters.
 *
 * <pre>
 *  command line ──picocli──┐
 *  HTTP body ──CallJson──┐ │
 *  Java program ─────────┴─┴─▶ MirroringCall ──Mirroring.make──▶ Written: the epoch, the rules changed
 * </pre>
 */
@NullMarked
package io.windsock.contracts.call;

import org.jspecify.annotations.NullMarked;
