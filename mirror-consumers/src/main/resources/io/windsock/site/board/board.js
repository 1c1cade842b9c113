// The board: holds the view's rows by key, draws them at most once a frame.

import { Connection } from '/board/connection.js';
import { Feed } from '/board/feed.js';
import { PositionMap } from '/board/map.js';
import { Rows } from '/board/rows.js';
import { parameterWithout, settings, valueOf } from '/board/settings.js';
import { BoardTable } from '/board/table.js';

const MAP_EVERY_MS = 120;
const RATE_EVERY_MS = 2_000;
const VIEWS_RETRY_MS = 2_000;

const params = new URLSearchParams(location.search);
const by = (id) => document.getElementById(id);

/** The site's views and how to show them. The page came from there, so it is asked until it answers. */
async function knownSite() {
  for (;;) {
    try {
      const answer = await fetch('/v1/views');
      if (answer.ok) return await answer.json();
    } catch {
      // The site is gone for now.
    }
    by('connection').dataset.state = 'lost';
    by('connection').lastElementChild.textContent = 'no connection';
    await new Promise((resolve) => setTimeout(resolve, VIEWS_RETRY_MS * (0.5 + Math.random())));
  }
}

function showNavigation(site, wanted) {
  const { view, parameter, value, zone } = wanted;
  by('heading').textContent = view.board.title;
  by('value').textContent = value;
  by('zone').textContent = `event time, ${zone}`;
  document.title = [view.board.title, value, '· Windsock'].filter(Boolean).join(' ');
  by('choose').hidden = parameter === null;
  if (parameter) {
    by('parameter').textContent = parameter.title;
    by('value-input').value = value;
    by('value-input').placeholder = parameter.without ?? '';
    by('value-input').classList.toggle('is-upper-case', parameter.upperCase);
  }
  for (const other of site.views) {
    const target = linkTo(other, site);
    if (target === null) continue;
    const link = document.createElement('a');
    link.href = `/board?${target}`;
    link.textContent = other.board.title;
    if (other === view) link.setAttribute('aria-current', 'page');
    by('views').append(link);
  }
}

/** The address of a view; null if it would only lead to the view that is shown without a value. */
function linkTo(view, site) {
  const target = new URLSearchParams(params);
  const left = parameterWithout(site, view);
  if (left) {
    target.delete(left.name);
    target.delete('view');
    return target;
  }
  const own = site.board.parameters.find(({ name }) => name === view.parameter);
  if (own?.without && !params.get(own.name)?.trim()) return null;
  target.set('view', view.view);
  return target;
}

function refuse(text) {
  by('fault').textContent = text;
  by('fault').hidden = false;
  document.querySelector('main').hidden = true;
  document.querySelector('footer').hidden = true;
}

function choose({ parameter }) {
  const target = new URLSearchParams(params);
  const value = valueOf(parameter, by('value-input').value);
  if (value) target.set(parameter.name, value); else target.delete(parameter.name);
  if (target.get('view') === parameter.without) target.delete('view');
  location.search = target;
}

/** Rows by key, versions by key (of removed rows too), and the newest event time heard of. */
const nothing = () => ({ rows: new Map(), versions: new Map(), timeMs: 0 });

function run(site, wanted) {
  const { view, value, zone, kioskMs, quietMs } = wanted;
  let { kiosk } = wanted;
  const format = (options) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...options });
  const hourMinute = format({});
  const hourMinuteSecond = format({ second: '2-digit' });
  const connection = new Connection(by('connection'), quietMs);
  const form = new Rows(view, { minute: (ms) => hourMinute.format(ms), second: (ms) => hourMinuteSecond.format(ms) });
  const table = new BoardTable(by('list'), by('columns'), by('rows'), form);
  const map = view.board.map ? new PositionMap(by('map'), form) : null;
  document.documentElement.classList.toggle('no-map', map === null);

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
    by('count').textContent = counted(listed, site.board.rows);
    by('clock').textContent = shown.timeMs ? hourMinuteSecond.format(shown.timeMs) : '--:--:--';
    by('clock').dateTime = new Date(shown.timeMs).toISOString();
    if (!settled) soon();
    if (map === null) return;
    if (nowMs - mapDrawnMs >= MAP_EVERY_MS) drawMap(nowMs); else drawMapLater();
  }

  function drawMap(nowMs) {
    mapDrawnMs = nowMs;
    const points = map.draw(shown.rows, shown.timeMs);
    by('map-note').textContent = points ? counted(points, site.board.points) : 'no positions yet';
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

  const query = new URLSearchParams({ view: view.view });
  if (value) query.set(view.parameter, value);
  const feed = new Feed(query, {
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
    stale(ms, reason) { connection.stale(ms, reason, hourMinuteSecond.format(Date.now() - ms)); },
    current() { connection.current(); },
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

  by('empty').textContent = emptyText(site, wanted);
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
  window.addEventListener('pageshow', (event) => { if (event.persisted && isOpen(wanted)) feed.open(); });

  map?.load().then(soon).catch(() => { by('map-note').textContent = 'no coast lines'; });
  soon();
  if (isOpen(wanted)) feed.open(); else connection.is('waiting');
}

/** Whether the view can be asked for: it needs no value, or has one. */
const isOpen = ({ view, value }) => !view.parameter || value !== '';

const counted = (count, [one, many]) => `${count} ${count === 1 ? one : many}`;

function emptyText(site, wanted) {
  const { view, parameter, value } = wanted;
  if (!isOpen(wanted)) return `Name a ${parameter.title.toLowerCase()} above.`;
  return view.board.empty?.replaceAll(`{${view.parameter}}`, () => value) ?? `No ${site.board.rows[1]} yet.`;
}

const site = await knownSite();
const wanted = settings(params, site);

if (wanted.fault) {
  by('connection').dataset.state = 'refused';
  by('connection').lastElementChild.textContent = 'not connected';
  by('heading').textContent = 'Windsock';
  refuse(wanted.fault);
} else {
  by('choose').addEventListener('submit', (event) => { event.preventDefault(); choose(wanted); });
  showNavigation(site, wanted);
  run(site, wanted);
}
