/** The demo's remote site: another broker, a link to it, and a mirror of what the link copies. */
@NullMarked
package io.windsock.cli.demo.remote;

import org.jspecify.annotations.NullMarked;
