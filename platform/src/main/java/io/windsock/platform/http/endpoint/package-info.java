/** What any role's server answers in the same way: files of pages, its health, its metrics. */
@NullMarked
package io.windsock.platform.http.endpoint;

import org.jspecify.annotations.NullMarked;
