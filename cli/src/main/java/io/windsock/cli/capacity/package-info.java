/** The command that plans the machines for a load. */
@NullMarked
package io.windsock.cli.capacity;

import org.jspecify.annotations.NullMarked;
