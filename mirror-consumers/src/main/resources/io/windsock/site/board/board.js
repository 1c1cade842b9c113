// The board: holds the view's rows by key, draws them at most once a frame.

import { Feed } from '/board/feed.js';
import { FlightTable } from '/board/table.js';
import { PositionMap } from '/board/map.js';

const VIEWS = { arrivals: 'Arrivals', departures: 'Departures', all: 'All flights' };
const MAP_EVERY_MS = 120;
const RATE_EVERY_MS = 2_000;

const params = new URLSearchParams(location.search);
const airport = (params.get('airport') ?? '').toUpperCase();
const view = airport === '' ? 'all' : VIEWS[params.get('view')] ? params.get('view') : 'arrivals';
const zone = params.get('tz') ?? 'UTC';
const by = (id) => document.getElementById(id);

function formatter(options) {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...options });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...options });
  }
}
const hourMinute = formatter({});
const hourMinuteSecond = formatter({ second: '2-digit' });

const rows = new Map();
const versions = new Map();
let feedTime = 0;
let updates = 0;
let drawn = false;
let mapDrawnAt = 0;

document.body.classList.toggle('kiosk', params.has('kiosk'));
by('heading').textContent = VIEWS[view];
by('airport').textContent = airport;
by('zone').textContent = zone;
by('airport-input').value = airport;
document.title = `${VIEWS[view]} ${airport} · Windsock`.replace('  ', ' ');
for (const [name, title] of Object.entries(VIEWS)) {
  const link = document.createElement('a');
  const target = new URLSearchParams(params);
  if (name === 'all') { target.delete('airport'); target.delete('view'); } else { target.set('view', name); }
  link.href = `/board?${target}`;
  link.textContent = title;
  if (name === view) link.setAttribute('aria-current', 'page');
  if (name === 'all' || airport !== '') by('views').append(link);
}

const table = new FlightTable(by('columns'), by('rows'), view, (ms) => hourMinute.format(ms));
const map = new PositionMap(by('map'));

function soon() {
  if (drawn) return;
  drawn = true;
  requestAnimationFrame(draw);
}

function draw(nowMs) {
  drawn = false;
  table.draw(rows, feedTime);
  by('empty').hidden = rows.size > 0;
  by('count').textContent = `${rows.size} flights`;
  by('clock').textContent = feedTime ? hourMinuteSecond.format(feedTime) : '--:--:--';
  if (nowMs - mapDrawnAt >= MAP_EVERY_MS) {
    mapDrawnAt = nowMs;
    const aircraft = map.draw(rows, feedTime);
    by('map-note').textContent = aircraft ? `${aircraft} aircraft` : 'no positions yet';
  } else {
    setTimeout(soon, MAP_EVERY_MS);
  }
}

function take({ key, version, row }) {
  // A site may repeat what another one has sent; the version tells.
  if ((versions.get(key) ?? -1) > version) return;
  versions.set(key, version);
  rows.set(key, row);
  feedTime = Math.max(feedTime, row.lastEventTime ?? 0);
}

const feed = new Feed(new URLSearchParams(airport ? { view, airport } : { view }), {
  state(name, detail) {
    by('connection').dataset.state = name;
    by('connection').lastElementChild.textContent = name === 'lost' ? `reconnecting (${detail})` : name;
    by('connection').title = detail ?? '';
  },
  reset() { rows.clear(); versions.clear(); soon(); },
  rows(list) { list.forEach(take); soon(); },
  update(item) { updates++; take(item); soon(); },
  remove({ key, version }) {
    if ((versions.get(key) ?? -1) > version) return;
    versions.set(key, version);
    rows.delete(key);
    soon();
  },
  live(info) { by('site').textContent = `${info.role} ${info.site}`; soon(); },
  time(ms) { feedTime = Math.max(feedTime, ms ?? 0); soon(); },
});

setInterval(() => {
  by('rate').textContent = `${Math.round((updates * 1000) / RATE_EVERY_MS)} updates/s`;
  updates = 0;
}, RATE_EVERY_MS);

by('choose').addEventListener('submit', (event) => {
  event.preventDefault();
  const target = new URLSearchParams(params);
  const wanted = by('airport-input').value.trim().toUpperCase();
  if (wanted) target.set('airport', wanted); else target.delete('airport');
  location.search = target;
});
window.addEventListener('resize', soon);
window.addEventListener('pagehide', () => feed.close());

map.load().then(soon).catch(() => { by('map-note').textContent = 'no coast lines'; });
feed.open();
