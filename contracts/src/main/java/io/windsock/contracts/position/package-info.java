/** Where a site or a client stands: stamps in the sources, tokens in an output. */
@NullMarked
package io.windsock.contracts.position;

import org.jspecify.annotations.NullMarked;
