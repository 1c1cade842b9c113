/** Commands that look: at topics, at sites' state, at the configuration, at the machine. */
@NullMarked
package io.windsock.cli.inspect;

import org.jspecify.annotations.NullMarked;
