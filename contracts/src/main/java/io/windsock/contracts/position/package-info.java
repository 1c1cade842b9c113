/** Positions: stamps in the source topics, tokens in an output topic. */
@NullMarked
package io.windsock.contracts.position;

import org.jspecify.annotations.NullMarked;
