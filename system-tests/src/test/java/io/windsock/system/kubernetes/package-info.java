/** That the Kubernetes manifests in {@code docker/kubernetes} are what they should be. */
@NullMarked
package io.windsock.system.kubernetes;

import org.jspecify.annotations.NullMarked;
