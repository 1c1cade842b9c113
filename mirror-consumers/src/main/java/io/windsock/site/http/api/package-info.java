/**
 * What every endpoint of a site's HTTP server is made of: the site it serves, requests checked and
 * taken apart, answers and refusals.
 */
@NullMarked
package io.windsock.site.http.api;

import org.jspecify.annotations.NullMarked;
