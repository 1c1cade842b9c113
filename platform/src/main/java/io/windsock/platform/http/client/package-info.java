/** A client for remote HTTP servers: other roles and schema registries. */
@NullMarked
package io.windsock.platform.http.client;

import org.jspecify.annotations.NullMarked;
