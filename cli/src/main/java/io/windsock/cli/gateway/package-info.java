/** Commands for gateways. */
@NullMarked
package io.windsock.cli.gateway;

import org.jspecify.annotations.NullMarked;
