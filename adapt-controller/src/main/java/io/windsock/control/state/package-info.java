/** What a controller reads from its topics, and its phase, for its loop and its HTTP server. */
@NullMarked
package io.windsock.control.state;

import org.jspecify.annotations.NullMarked;
