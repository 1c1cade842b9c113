package io.windsock.control.policy;

import org.jspecify.annotations.Nullable;

/**
 * What a policy made of an observation.
 *
 * @param next what it has to be given with the next observation, if the change is carried out
 * @param change what to change; null: nothing
 */
public record Outcome(PolicyState next, @Nullable Change change) {}
