/** Requests and answers as values: targets, answers, refusals, headers, JSON. Pure. */
@NullMarked
package io.windsock.platform.http.message;

import org.jspecify.annotations.NullMarked;
