// The console: what the stream tells goes into the model, and is drawn twice a second.

import { Actions } from '/console/actions.js';
import { Charts, colour } from '/console/charts.js';
import { Connection } from '/console/connection.js';
import { Feed } from '/console/feed.js';
import { Flow } from '/console/flow.js';
import { element, number, short, text, time } from '/console/format.js';
import { Model } from '/console/model.js';
import { showCommits, showDecisions, showGateways, showLinks, showParameters, showSites } from '/console/panels.js';

const DRAW_EVERY_MS = 500;
const HISTORY_RETRY_MS = 2_000;

const by = (id) => document.getElementById(id);
const model = new Model();
const connection = new Connection(by('connection'));
const charts = new Charts(by('charts'), model);
const flow = new Flow(by('flow'));
const actions = new Actions(model, { functions: by('functions'), said: by('said'), storm: by('storm'), report: by('storm-report') });
let changed = true;
let shownParameters = null;
let streams = 0;

const feed = new Feed(
  {
    standing(data) { model.standing = data; changed = true; },
    parameters({ record }) { model.parameters = record; changed = true; },
    decision({ record }) { model.decided(record); changed = true; },
    commit({ record }) { model.committed(record); },
    topology(data) { model.topology(data); connection.news(); },
    site(data) { model.site(data); connection.news(); },
    gateway(data) { model.gateway(data); connection.news(); },
    link(data) { model.link(data); connection.news(); },
    storm(data) { model.storm = data; },
    heartbeat({ now }) { model.heartbeat(now); },
    live(data) { model.standing = data; begun(); },
  },
  {
    begin() { model.begin(); },
    state(name, detail) {
      connection.is(name, detail);
      changed = true;
      if (name === 'lost') streams++;
    },
  },
);

/** All that is known has come; what was measured before is asked for until it comes too, or the stream is lost. */
async function begun() {
  changed = true;
  actions.learn();
  const stream = ++streams;
  let history = await measured();
  while (!history && stream === streams) {
    await new Promise((resume) => setTimeout(resume, HISTORY_RETRY_MS));
    history = stream === streams ? await measured() : null;
  }
  if (stream !== streams) return;
  model.heartbeat(history.now);
  model.history(history);
  shownParameters = null;
  draw();
}

/** What was measured before; null if the controller can't say now, as when too many requests are waiting. */
async function measured() {
  try {
    const answer = await fetch('/v1/history', { cache: 'no-store' });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function showHead() {
  const { standing, parameters } = model;
  if (standing) {
    text(by('controller'), standing.controller);
    const trouble = standing.active
      ? standing.detail.replace(/^active(; )?/, '')
      : `This controller waits, and changes nothing: ${standing.detail}`;
    text(by('standing'), trouble);
    by('standing').hidden = trouble === '';
  }
  if (!parameters) return;
  const { inForce, pinned, adapted, epoch, policy, level } = parameters;
  const [swatch, name, note] = by('mode').children;
  swatch.className = `tone-${model.tone(inForce.name)}`;
  by('mode').dataset.mode = inForce.name;
  text(name, inForce.name);
  const adaptation = policy === 'objective' ? `level ${number(level)}` : adapted ? 'adapted' : '';
  text(note, pinned ? `pinned to ${pinned}` : adaptation);
  text(by('epoch'), `epoch ${epoch}`);
  document.title = `${inForce.name} · Windsock console`;
}

function showRefusals(nowMs) {
  const refusals = model.instances(nowMs).filter(({ sample }) => sample.refused);
  text(by('refused'), refusals.map(({ sample }) => `The topology (${sample.instance}) does not carry out epoch ${sample.offered}: ${sample.refused}`).join(' '));
  by('refused').hidden = refusals.length === 0;
}

function showLegend() {
  const names = [...charts.subjects()].map(({ name }) => name);
  if (by('legend').dataset.names === names.join('\n')) return;
  by('legend').dataset.names = names.join('\n');
  by('legend').replaceChildren(...names.map((name, i) => {
    const swatch = element('i');
    swatch.style.background = colour(i);
    const item = element('li', '', swatch, short(name));
    item.title = name;
    return item;
  }));
}

function draw() {
  const nowMs = model.now();
  model.prune(nowMs);
  text(by('clock'), time(nowMs));
  if (changed) {
    changed = false;
    showHead();
    showDecisions(by('decisions'), model);
  }
  if (shownParameters !== model.parameters) {
    shownParameters = model.parameters;
    showParameters({ list: by('parameters'), thresholds: by('thresholds'), rules: by('rules') }, model);
  }
  showRefusals(nowMs);
  flow.draw(model, nowMs);
  showSites(by('sites'), model, nowMs);
  showCommits(by('commits'), model);
  showGateways({ panel: by('gateways-panel'), table: by('gateways') }, model, nowMs);
  showLinks({ panel: by('links-panel'), table: by('links') }, model, nowMs);
  charts.draw(nowMs, Number(by('span').value));
  showLegend();
  actions.show();
}

by('span').addEventListener('change', draw);
setInterval(draw, DRAW_EVERY_MS);
feed.open();
