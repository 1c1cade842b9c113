/** The mirroring API of a controller elsewhere, for Java programs. */
@NullMarked
package io.windsock.control.client;

import org.jspecify.annotations.NullMarked;
