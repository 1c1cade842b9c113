package io.windsock.site.query;

/**
 * The rows of a view for one value of its parameter.
 *
 * @param view the view's number in the EDE definition
 * @param group the parameter's value; empty for a view without one
 */
public record ViewGroup(int view, String group) {}
