/**
 * A file's records as rows of fields, whatever their format: text, numbers and times by field, and
 * the account of records that yield nothing.
 */
@NullMarked
package io.windsock.feeds.row;

import org.jspecify.annotations.NullMarked;
