/** The commands that show and compare the sites' state. */
@NullMarked
package io.windsock.cli.state;

import org.jspecify.annotations.NullMarked;
