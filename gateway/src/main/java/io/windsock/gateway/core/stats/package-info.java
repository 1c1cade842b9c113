/** What a core counts, and the snapshot that it gives of it. */
@NullMarked
package io.windsock.gateway.core.stats;

import org.jspecify.annotations.NullMarked;
