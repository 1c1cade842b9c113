/** A Java client for the mirroring API of a remote controller. */
@NullMarked
package io.windsock.control.client;

import org.jspecify.annotations.NullMarked;
