/** A controller's knowledge and phase, for its own loop and for its HTTP server. */
@NullMarked
package io.windsock.control.state;

import org.jspecify.annotations.NullMarked;
