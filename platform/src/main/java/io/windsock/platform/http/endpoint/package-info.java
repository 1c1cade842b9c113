/**
 * What the endpoints of all servers have in common: static files, health and metrics; the body of a
 * request for a change, and who may make it.
 */
@NullMarked
package io.windsock.platform.http.endpoint;

import org.jspecify.annotations.NullMarked;
