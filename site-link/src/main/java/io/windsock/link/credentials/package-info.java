/** What the sites of a link trust each other by: a key for batches, and certificates. */
@NullMarked
package io.windsock.link.credentials;

import org.jspecify.annotations.NullMarked;
