/** What the pipeline costs, against what it could cost: one package a benchmark. */
@NullMarked
package io.windsock.bench;

import org.jspecify.annotations.NullMarked;
