/** Commands that inspect topics, sites' state, the configuration and the machine. */
@NullMarked
package io.windsock.cli.inspect;

import org.jspecify.annotations.NullMarked;
