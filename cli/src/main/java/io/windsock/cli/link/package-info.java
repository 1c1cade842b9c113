/** The commands that copy topics to another cluster. */
@NullMarked
package io.windsock.cli.link;

import org.jspecify.annotations.NullMarked;
