/** Endpoints common to all servers: static files, health and metrics. */
@NullMarked
package io.windsock.platform.http.endpoint;

import org.jspecify.annotations.NullMarked;
