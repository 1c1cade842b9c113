/**
 * Extension points for other jars on the class path: file formats and time zones of places. A jar
 * ships its mappings in {@code io/windsock/feeds/mappings}, listed in a file {@code index} there.
 */
@NullMarked
package io.windsock.feeds.spi;

import org.jspecify.annotations.NullMarked;
