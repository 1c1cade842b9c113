/**
 * What a controller knows and where it is in its life, for its own loop and for its HTTP server.
 */
@NullMarked
package io.windsock.control.state;

import org.jspecify.annotations.NullMarked;
