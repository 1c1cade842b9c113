/**
 * What every endpoint of a site's HTTP server is made of: the site it serves, its position, its
 * bounds, and rows on their way out.
 */
@NullMarked
package io.windsock.site.http.api;

import org.jspecify.annotations.NullMarked;
