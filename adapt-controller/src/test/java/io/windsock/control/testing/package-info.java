/** A controller in memory, for tests of what is served of one. */
@NullMarked
package io.windsock.control.testing;

import org.jspecify.annotations.NullMarked;
