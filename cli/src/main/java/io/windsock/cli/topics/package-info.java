/** The commands that create, list and read Windsock's topics. */
@NullMarked
package io.windsock.cli.topics;

import org.jspecify.annotations.NullMarked;
