package io.windsock.client;

/**
 * What became of a client's calls. Those that their callers cancelled are counted no longer.
 *
 * @param pending calls without an outcome
 * @param answered calls with a final answer within their deadline
 * @param late calls whose deadline passed
 * @param refused calls that were refused, by the gateways or by the client's own bound
 * @param redundant answers to calls that had their outcome: of two gateways that are asked the same
 *     one is first, and answers may be late. None of them reaches the caller's code
 */
public record ClientStats(int pending, long answered, long late, long refused, long redundant) {}
