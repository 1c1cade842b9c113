/** Starts and stops a gateway, and reports its state. */
@NullMarked
package io.windsock.gateway.run;

import org.jspecify.annotations.NullMarked;
