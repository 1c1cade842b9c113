/** Parts of a cluster in separate processes. */
@NullMarked
package io.windsock.testbed.process;

import org.jspecify.annotations.NullMarked;
