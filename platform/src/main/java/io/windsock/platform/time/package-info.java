/** The clocks of a process. */
@NullMarked
package io.windsock.platform.time;

import org.jspecify.annotations.NullMarked;
