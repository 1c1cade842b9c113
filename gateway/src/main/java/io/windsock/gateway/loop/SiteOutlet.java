package io.windsock.gateway.loop;

import io.windsock.contracts.query.Call;

/** The links to sites. The core's loop calls it. */
public interface SiteOutlet {
  /** No links. */
  SiteOutlet NONE =
      new SiteOutlet() {
        @Override
        public boolean send(String site, Call call) {
          return false;
        }

        @Override
        public void cancel(String site, String id) {}
      };

  /** Sends a call with the next batch. Returns whether the link to the site took it. */
  boolean send(String site, Call call);

  /** Tells a site that a call needs no answer any more, if the link takes it. */
  void cancel(String site, String id);
}
