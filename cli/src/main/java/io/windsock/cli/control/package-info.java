/** Commands that run a controller, and commands that query one over HTTP. */
@NullMarked
package io.windsock.cli.control;

import org.jspecify.annotations.NullMarked;
