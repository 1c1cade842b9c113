/** Asks HTTP servers elsewhere: the other roles, and a schema registry. */
@NullMarked
package io.windsock.platform.http.client;

import org.jspecify.annotations.NullMarked;
