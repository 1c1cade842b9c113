/**
 * What tests of a site are made of: a log without Kafka, a site on a real database, and clients
 * that complain when the protocol is broken. Part of the module's test jar, so that system tests
 * use the same clients.
 */
package io.windsock.site.testing;
