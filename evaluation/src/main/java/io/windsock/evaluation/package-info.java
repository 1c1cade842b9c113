/** What the pipeline costs, against what it could cost: one package a benchmark. */
@NullMarked
package io.windsock.evaluation;

import org.jspecify.annotations.NullMarked;
