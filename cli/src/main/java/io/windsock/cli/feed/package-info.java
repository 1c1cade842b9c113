/** Commands that read feeds: replay, feed info, feed generate. */
@NullMarked
package io.windsock.cli.feed;

import org.jspecify.annotations.NullMarked;
