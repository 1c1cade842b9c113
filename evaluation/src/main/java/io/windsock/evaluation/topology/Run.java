package io.windsock.evaluation.topology;

/**
 * The result of one run of one program, for the records after the warm-up.
 *
 * @param perSecond records per second of wall time
 * @param cpuUs processor time of the program per record, µs
 * @param brokerCpuUs processor time of the broker per record, µs
 */
record Run(double perSecond, double cpuUs, double brokerCpuUs) {}
