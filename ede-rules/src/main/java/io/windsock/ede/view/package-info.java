/**
 * Views over the states, and how the board shows them: {@code views.yaml}, checked and compiled.
 *
 * <pre>
 *  views.yaml ──▶ ViewsFile ──▶ ViewDefinition: group, order, RowColumns
 *                   └─────────▶ BoardFile ──▶ JSON for the board
 * </pre>
 */
@NullMarked
package io.windsock.ede.view;

import org.jspecify.annotations.NullMarked;
