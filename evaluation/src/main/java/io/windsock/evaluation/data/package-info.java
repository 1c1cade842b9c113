/**
 * The raw data of experiments: rows of measurements in CSV, and a description of each run in JSON.
 *
 * <pre>
 *   experiment --append(rows)--&gt; RowFile --&gt; rows.csv, lines.csv --read--&gt; Table --&gt; Spread
 *              --write---------&gt; About   --&gt; about.json          --read--&gt; About
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.data;

import org.jspecify.annotations.NullMarked;
