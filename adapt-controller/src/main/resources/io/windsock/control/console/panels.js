// The lists and tables: decisions, parameters, sites, commit points, gateways, links. Each is rebuilt only when what it shows has changed.

import { bytes, element, duration, millis, number, percent, shortMillis, text, time } from '/console/format.js';
import { isSilent } from '/console/model.js';

const SHOWN_DECISIONS = 100;

export function showDecisions(list, model) {
  const key = ({ atMs, toEpoch, kind, writer }) => `${atMs} ${toEpoch} ${kind} ${writer}`;
  const shown = model.decisions.slice(0, SHOWN_DECISIONS);
  const keys = shown.map(key).join('\n');
  if (list.dataset.keys === keys) return;
  list.dataset.keys = keys;
  list.replaceChildren(...shown.map((decision) => decisionItem(decision, model)));
  if (shown.length === 0) list.append(element('li', '', 'No decision yet.'));
}

function decisionItem(decision, model) {
  const { atMs, kind, fromMode, toMode, toEpoch, reason } = decision;
  const change = fromMode === toMode ? toMode : `${fromMode} → ${toMode}`;
  const when = element('time', '', time(atMs));
  when.dateTime = new Date(atMs).toISOString();
  const head = element('div', 'head', element('i', `tone-${model.tone(toMode)}`), when, element('b', '', change),
    element('small', '', `${kind.toLowerCase().replace('_', ' ')} · epoch ${toEpoch}`));
  return element('li', '', head, element('p', '', reason));
}

/** The parameters in force. `open` are the details that are not to close under a reader's hands. */
export function showParameters({ list, thresholds, rules }, model) {
  const { parameters } = model;
  if (!parameters) return;
  const { inForce } = parameters;
  list.replaceChildren(...[
    ['epoch', `${parameters.epoch}, at ${time(parameters.writtenAtMs)} by ${parameters.writer}`],
    ['why', parameters.reason],
    ['in force', inForce.name],
    ['checkpoint every', `${number(inForce.checkpointEvery)} sent events`],
    ['forward', inForce.forward || 'everything'],
    ['policy', policyWords(parameters)],
    ['adapts by', adaptWords(parameters)],
    ['hold', `${millis(parameters.holdMs)} between changes`],
  ].flatMap(([term, words]) => [element('dt', '', term), element('dd', '', words)]));
  thresholds.tBodies[0].replaceChildren(...parameters.monitored.map((one) => {
    const value = model.values.find(({ name }) => name === one.value);
    const shown = (measured) => (value?.unit === 'ms' ? millis(measured) : number(measured));
    const row = element('tr', '', element('td', '', value?.words ?? one.value),
      element('td', 'number', shown(one.primary)), element('td', 'number', shown(one.primary - one.secondary)));
    row.dataset.value = one.value;
    return row;
  }));
  thresholds.hidden = parameters.policy !== 'thresholds' || parameters.monitored.length === 0;
  const open = new Set([...rules.querySelectorAll('details[open]')].map(({ dataset }) => dataset.name));
  const all = [inForce, ...parameters.functions.filter(({ name }) => name !== inForce.name)];
  rules.replaceChildren(...all.map((one) => functionDetails(one, one === inForce, open)));
}

function functionDetails(one, inForce, open) {
  const name = inForce ? 'rules in force' : `rules of ${one.name}`;
  const made = element('details', '', element('summary', '', name), element('pre', '', one.rules || 'none: every event is mirrored'));
  made.dataset.name = inForce ? '' : one.name;
  made.open = open.has(made.dataset.name);
  return made;
}

function policyWords({ policy, updateDelayGoalMs, stalenessLimitMs, level }) {
  if (policy !== 'objective') return policy;
  return `objective: delay ${millis(updateDelayGoalMs)}, staleness up to ${millis(stalenessLimitMs)}; level ${level.toFixed(2)}`;
}

function adaptWords({ install, adjustments }) {
  if (install) return `installing ${install}`;
  return adjustments.map(({ parameter, percent }) => `${parameter} ${percent > 0 ? '+' : ''}${percent} %`).join(', ') || 'nothing';
}

const HEARD_CELL = ['number', (member, nowMs) => (isSilent(member, nowMs) ? `silent for ${duration(nowMs - member.heardMs)}` : 'now')];

const SITE_CELLS = [
  ['', ({ sample }) => sample.site],
  ['', ({ sample }) => sample.role],
  ['', ({ sample }) => (sample.cutOffMs ? `cut off for ${duration(sample.cutOffMs)}` : sample.phase.toLowerCase().replaceAll('_', ' ')), ({ sample }) => sample.detail],
  ['', ({ sample }) => offsets(sample.offsets), ({ token }) => token],
  ['', ({ sample }) => offsets(sample.checkpoints.map((offset) => (offset < 0 ? '–' : offset)))],
  ['number', ({ sample }) => number(sample.backup)],
  ['number', ({ sample }) => `${number(sample.stalenessEvents)} · ${millis(sample.stalenessMs)}`],
  ['number', ({ sample }) => number(sample.pending)],
  ['number', ({ sample }) => number(sample.clients)],
  ['number', ({ sample }) => (sample.updateDelay.events ? `${millis(sample.updateDelay.p50Ms)} / ${millis(sample.updateDelay.p99Ms)}` : '–')],
  ['number', ({ sample }) => sample.cpu.toFixed(2)],
  HEARD_CELL,
];
const SITE_PHASE = 2;

const GATEWAY_CELLS = [
  ['', ({ sample }) => sample.gateway, ({ sample }) => `${sample.url}, links ${sample.linkUrl}`],
  ['', ({ sample }) => sample.phase.toLowerCase()],
  ['', ({ sample }) => `${sample.sitesOpen} of ${sample.sitesAlive}${sample.drained.map((name) => `, ${name} drained`).join('')}`],
  ['number', ({ sample }) => number(sample.gatewaysAlive)],
  ['number', ({ lately }) => number(lately.calls), ({ sample }) => `${number(sample.calls)} since its start`],
  ['number', ({ lately }) => percent(lately.inTime), ({ sample }) => `${number(sample.inTime)} since its start, ${number(sample.missed)} missed`],
  ['number', ({ lately }) => number(lately.reissued), ({ sample }) => `${number(sample.reissued)} since its start, ${number(sample.reissuedEarly)} early`],
  ['number', ({ lately }) => `${number(lately.shedKeys)} · ${number(lately.shedViews)}`, ({ sample }) => `${number(sample.busy)} since its start: ${number(sample.shedKeys)} for keys, ${number(sample.shedViews)} for views`],
  ['number', ({ lately }) => number(lately.duplicates), ({ sample }) => `answers to calls that were answered already: ${number(sample.duplicates)} since its start`],
  ['number', ({ lately }) => number(lately.batch), ({ sample }) => `${number(sample.sentCalls)} calls in ${number(sample.sentBatches)} batches to sites since its start`],
  ['number', ({ sample }) => (sample.excluded > 0 ? millis(sample.lastDetectionMs) : '–'), ({ sample }) => `silence of the last member that was excluded; ${number(sample.excluded)} excluded since its start`],
  ['number', ({ sample }) => `${number(sample.pendingKeys)} · ${number(sample.pendingViews)}`],
  HEARD_CELL,
];
const GATEWAY_PHASE = 1;

const LINK_CELLS = [
  ['', ({ sample }) => sample.link, ({ sample }) => `to ${sample.target}: ${sample.topics.join(', ')}`],
  ['', ({ sample }) => sample.phase.toLowerCase(), ({ sample }) => sample.detail],
  ['number', ({ sample }) => (sample.lag < 0 ? '–' : number(sample.lag))],
  ['number', ({ sample }) => lossWords(sample), () => 'age of the oldest record that the target lacks, and how old it may be'],
  ['number', ({ copied }) => number(copied.records), ({ sample }) => `${number(sample.records)} since its start`],
  ['number', ({ copied }) => bytes(copied.bytes), ({ sample }) => `${bytes(sample.sentBytes)} since its start`],
  ['number', ({ copied }) => (copied.compression === null ? '–' : copied.compression.toFixed(1)), () => 'bytes of records for each byte sent'],
  ['number', ({ copied }) => number(copied.batch), () => 'records of a batch'],
  ['number', ({ sample }) => `${millis(sample.intervalMs)} · ${number(sample.threshold)}`],
  ['', ({ sample }) => `${sample.pipeline}, ${sample.threads}`, ({ sample }) => sample.reason],
  ['', ({ sample }) => sample.stages.map(({ name, ms }) => `${name} ${shortMillis(ms)}`).join(', ') || '–', () => 'how long each stage takes for a batch, lately'],
  HEARD_CELL,
];
const LINK_PHASE = 1;
const LINK_LOSS = 3;

function lossWords({ rpoMs, rpoGoalMs }) {
  const age = rpoMs < 0 ? '–' : millis(rpoMs);
  return rpoGoalMs < 0 ? age : `${age} of ${millis(rpoGoalMs)}`;
}

export function showSites(table, model, nowMs) {
  const sites = [...model.sites.values()].sort((a, b) => a.sample.role.localeCompare(b.sample.role) || a.sample.site.localeCompare(b.sample.site));
  showMembers(table, sites, ({ sample }) => sample.site, SITE_CELLS, nowMs, (row, { sample }) => {
    row.cells[SITE_PHASE].classList.toggle('alarm', sample.phase !== 'LIVE' || sample.cutOffMs > 0);
  });
}

/** The gateways; no panel where there is none. */
export function showGateways({ panel, table }, model, nowMs) {
  const gateways = [...model.gateways.values()]
    .sort((a, b) => a.sample.gateway.localeCompare(b.sample.gateway))
    .map((gateway) => ({ ...gateway, lately: model.lately(gateway) }));
  panel.hidden = gateways.length === 0;
  showMembers(table, gateways, ({ sample }) => sample.gateway, GATEWAY_CELLS, nowMs, (row, { sample }) => {
    row.cells[GATEWAY_PHASE].classList.toggle('alarm', sample.phase !== 'READY');
  });
}

/** The links; no panel where there is none. */
export function showLinks({ panel, table }, model, nowMs) {
  const links = [...model.links.values()]
    .sort((a, b) => a.sample.link.localeCompare(b.sample.link))
    .map((link) => ({ ...link, copied: model.copied(link) }));
  panel.hidden = links.length === 0;
  showMembers(table, links, ({ sample }) => sample.link, LINK_CELLS, nowMs, (row, { sample }) => {
    row.cells[LINK_PHASE].classList.toggle('alarm', sample.phase !== 'SENDING' && sample.phase !== 'PAUSED');
    row.cells[LINK_LOSS].classList.toggle('alarm', sample.rpoGoalMs >= 0 && sample.rpoMs > sample.rpoGoalMs);
  });
}

/** A row for each member: `cells` are a class, the words, and the title if it is another. */
function showMembers(table, members, name, cells, nowMs, mark) {
  rows(table.tBodies[0], members, name, cells.map(([className]) => className), (row, member) => {
    row.classList.toggle('stale', isSilent(member, nowMs));
    row.dataset.phase = member.sample.phase;
    cells.forEach(([, words, title], i) => {
      text(row.cells[i], words(member, nowMs));
      row.cells[i].title = title ? title(member) : row.cells[i].textContent;
    });
    mark(row, member);
  });
}

export function showCommits(table, model) {
  const points = [...model.commits.values()].sort((a, b) => a.topic.localeCompare(b.topic));
  table.hidden = points.length === 0;
  rows(table.tBodies[0], points, ({ topic }) => topic, ['', '', '', '', '', 'wrap'], (row, point) => {
    const expired = point.expired.length ? `; expired: ${point.expired.join(', ')}` : '';
    [point.topic, offsets(point.offsets), offsets(point.begins), point.snapshot || 'none',
      point.sites.join(', ') + expired, point.waitsFor || 'up to the commit point'].forEach((words, i) => {
      text(row.cells[i], words);
      row.cells[i].title = words;
    });
  });
}

/** Keeps a table's rows in step with `items`, so that what a reader has marked stays. */
function rows(body, items, key, classes, show) {
  const known = new Map([...body.rows].map((row) => [row.dataset.key, row]));
  items.forEach((item, i) => {
    let row = known.get(key(item));
    if (!row) {
      row = element('tr', '', ...classes.map((className) => element('td', className)));
      row.dataset.key = key(item);
    }
    known.delete(key(item));
    if (body.rows[i] !== row) body.insertBefore(row, body.rows[i] ?? null);
    show(row, item);
  });
  known.forEach((row) => row.remove());
}

const offsets = (all) => all.join(' ');
