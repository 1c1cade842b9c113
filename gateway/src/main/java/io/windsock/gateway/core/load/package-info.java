/**
 * How much a gateway takes on: watermarks on what is pending (the paper, section 3.4), which fall
 * while sites are slow, a budget for early reissues, and the estimate of answer times that triggers
 * them. Pure.
 */
@NullMarked
package io.windsock.gateway.core.load;

import org.jspecify.annotations.NullMarked;
