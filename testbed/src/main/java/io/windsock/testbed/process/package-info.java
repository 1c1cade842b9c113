/** Parts of a cluster in processes of their own. */
@NullMarked
package io.windsock.testbed.process;

import org.jspecify.annotations.NullMarked;
