// The board: holds the view's rows by key, draws them at most once a frame.

import { Connection } from '/board/connection.js';
import { Feed } from '/board/feed.js';
import { PositionMap } from '/board/map.js';
import { settings, VIEWS } from '/board/settings.js';
import { FlightTable } from '/board/table.js';

const MAP_EVERY_MS = 120;
const RATE_EVERY_MS = 2_000;

const params = new URLSearchParams(location.search);
const wanted = settings(params);
const by = (id) => document.getElementById(id);

function showNavigation({ view, airport, zone }) {
  by('heading').textContent = VIEWS[view];
  by('airport').textContent = airport;
  by('zone').textContent = zone;
  by('airport-input').value = airport;
  document.title = [VIEWS[view], airport, '· Windsock'].filter(Boolean).join(' ');
  for (const [name, title] of Object.entries(VIEWS)) {
    if (name !== 'all' && airport === '') continue;
    const target = new URLSearchParams(params);
    if (name === 'all') { target.delete('airport'); target.delete('view'); } else { target.set('view', name); }
    const link = document.createElement('a');
    link.href = `/board?${target}`;
    link.textContent = title;
    if (name === view) link.setAttribute('aria-current', 'page');
    by('views').append(link);
  }
}

function refuse(text) {
  by('fault').textContent = text;
  by('fault').hidden = false;
  document.querySelector('main').hidden = true;
  document.querySelector('footer').hidden = true;
}

by('choose').addEventListener('submit', (event) => {
  event.preventDefault();
  const target = new URLSearchParams(params);
  const code = by('airport-input').value.trim().toUpperCase();
  if (code) target.set('airport', code); else target.delete('airport');
  location.search = target;
});

/** Rows by key, versions by key (of removed rows too), and the newest event time heard of. */
const nothing = () => ({ rows: new Map(), versions: new Map(), timeMs: 0 });

function run({ view, airport, zone, kiosk, kioskMs, quietMs }) {
  const format = (options) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...options });
  const hourMinute = format({});
  const hourMinuteSecond = format({ second: '2-digit' });
  const connection = new Connection(by('connection'), quietMs);
  const table = new FlightTable(by('flights'), by('columns'), by('rows'), view, (ms) => hourMinute.format(ms));
  const map = new PositionMap(by('map'));

  // After a reset the old state stays on the board until the new one is whole.
  let state = nothing();
  let shown = state;
  let page = 0;
  let updates = 0;
  let waiting = false;
  let mapDrawnMs = -Infinity;
  let mapTimer = 0;

  function soon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(draw);
  }

  function draw(nowMs) {
    waiting = false;
    const { listed, pages, pageShown, settled } = table.draw(shown.rows, shown.timeMs, kiosk ? page : null);
    page = pageShown;
    by('empty').hidden = listed > 0;
    by('page').hidden = pages < 2;
    by('page').textContent = `Page ${page + 1} of ${pages}`;
    by('count').textContent = listed === 1 ? '1 flight' : `${listed} flights`;
    by('clock').textContent = shown.timeMs ? hourMinuteSecond.format(shown.timeMs) : '--:--:--';
    by('clock').dateTime = new Date(shown.timeMs).toISOString();
    if (nowMs - mapDrawnMs >= MAP_EVERY_MS) drawMap(nowMs); else drawMapLater();
    if (!settled) soon();
  }

  function drawMap(nowMs) {
    mapDrawnMs = nowMs;
    const aircraft = map.draw(shown.rows, shown.timeMs);
    by('map-note').textContent = aircraft ? `${aircraft} aircraft` : 'no positions yet';
  }

  function drawMapLater() {
    if (mapTimer) return;
    mapTimer = setTimeout(() => { mapTimer = 0; soon(); }, MAP_EVERY_MS);
  }

  // A site may repeat what another one has sent; the version tells.
  function isNews({ key, version }) {
    if ((state.versions.get(key) ?? -1) > version) return false;
    state.versions.set(key, version);
    return true;
  }

  function take(item) {
    if (!isNews(item)) return;
    state.rows.set(item.key, item.row);
    state.timeMs = Math.max(state.timeMs, item.row.lastEventTime ?? 0);
  }

  function changed() {
    connection.news();
    soon();
  }

  const feed = new Feed(new URLSearchParams(airport ? { view, airport } : { view }), {
    state(name, detail) {
      connection.is(name, detail);
      if (name === 'refused') refuse(`The site refuses: ${detail}.`);
    },
    reset() {
      state = nothing();
      if (shown.rows.size === 0) shown = state;
    },
    rows(list) { list.forEach(take); changed(); },
    update(item) { updates++; take(item); changed(); },
    remove(item) {
      updates++;
      if (isNews(item)) state.rows.delete(item.key);
      changed();
    },
    live({ site, role }) {
      shown = state;
      by('site').textContent = site === role ? `from ${site}` : `from ${site} (${role})`;
      soon();
    },
    time(ms) { state.timeMs = Math.max(state.timeMs, ms ?? 0); soon(); },
  });

  function setKiosk(on) {
    kiosk = on;
    document.documentElement.classList.toggle('kiosk', on);
    const target = new URLSearchParams(params);
    if (on) target.set('kiosk', params.get('kiosk') ?? ''); else target.delete('kiosk');
    history.replaceState(null, '', `?${target}`);
    soon();
  }

  by('empty').textContent = airport ? `No ${view} at ${airport} yet.` : 'No flights yet.';
  if (kiosk) setKiosk(true);
  document.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'k') setKiosk(!kiosk);
    if (event.key === 'Escape' && kiosk) setKiosk(false);
  });
  setInterval(() => { page++; if (kiosk) soon(); }, kioskMs);
  setInterval(() => {
    by('rate').textContent = `${Math.round((updates * 1000) / RATE_EVERY_MS)} updates/s`;
    updates = 0;
  }, RATE_EVERY_MS);
  window.addEventListener('resize', soon);
  window.addEventListener('pagehide', () => feed.close());
  window.addEventListener('pageshow', (event) => { if (event.persisted) feed.open(); });

  map.load().then(soon).catch(() => { by('map-note').textContent = 'no coast lines'; });
  soon();
  feed.open();
}

if (wanted.fault) {
  by('connection').dataset.state = 'refused';
  by('connection').lastElementChild.textContent = 'not connected';
  by('heading').textContent = 'Windsock';
  refuse(wanted.fault);
} else {
  showNavigation(wanted);
  run(wanted);
}
