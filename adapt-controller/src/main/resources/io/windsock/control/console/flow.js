// The live topology: sources, topology, outputs, sites; rates and lag on the edges.

import { number, text } from '/console/format.js';
import { isSilent, sum } from '/console/model.js';

const WIDTH = 1000;
const ROW = 54;
const NODE = { width: 140, height: 42 };
const SITE_WIDTH = 175;
const X = { sources: 1, topology: 256, topic: 524, site: 824 };

export class Flow {
  #svg;
  #parts = new Map();

  constructor(svg) {
    this.#svg = svg;
  }

  draw(model, nowMs) {
    const sites = [...model.sites.values()].sort((a, b) => rank(a) - rank(b) || a.sample.site.localeCompare(b.sample.site));
    const rows = Math.max(sites.length, 2);
    const height = rows * ROW + 10;
    this.#svg.setAttribute('viewBox', `0 0 ${WIDTH} ${height}`);
    const used = new Set();
    const rates = model.rates(nowMs);
    const topics = this.#topics(sites, rows);
    const middle = height / 2;
    const topology = model.instances(nowMs);
    const ready = topology.reduce((total, { sample }) => total + sum(sample.partitions, 'ready'), 0);
    const silent = topology.length === 0;
    this.#node(used, 'sources', X.sources, middle, 'sources', 'recorded or live', silent);
    const lost = rates.deadLettered ? `${number(rates.deadLettered)}/s dead letters` : '';
    this.#node(used, 'topology', X.topology, middle, 'topology', lost || topologyNote(topology, model), silent, lost !== '');
    this.#edge(used, 'in', X.sources + NODE.width, middle, X.topology, middle, rates.received, silent ? '' : `${number(ready)} ready`);
    for (const topic of topics) {
      const rate = rates[topic.name === 'forward' ? 'forwarded' : 'mirrored'];
      const share = rates.received ? `${((100 * (rate ?? 0)) / rates.received).toFixed(0)} %` : '';
      this.#node(used, topic.name, X.topic, topic.y, topic.name, topic.title, silent);
      this.#edge(used, `out ${topic.name}`, X.topology + NODE.width, middle, X.topic, topic.y, rate, share);
    }
    sites.forEach((site, i) => {
      const { sample } = site;
      const y = ROW * (i + 0.5) + 5;
      const stale = isSilent(site, nowMs);
      const topic = topics.find(({ name }) => name === output(sample));
      const note = `${number(sample.clients)} clients, ${number(sample.pending)} pending`;
      this.#node(used, `site ${sample.site}`, X.site, y, sample.site, note, stale);
      this.#edge(used, `to ${sample.site}`, X.topic + NODE.width, topic.y, X.site, y, stale ? null : sample.eventsPerSecond,
        `lag ${number(sample.ready)}`);
    });
    for (const [key, part] of this.#parts) if (!used.has(key)) { part.remove(); this.#parts.delete(key); }
  }

  /** Where the outputs are drawn: each beside its sites. */
  #topics(sites, rows) {
    return ['forward', 'mirror'].map((name, i) => {
      const at = sites.flatMap(({ sample }, row) => (output(sample) === name ? [row] : []));
      const row = at.length ? (at[0] + at.at(-1)) / 2 : i === 0 ? 0 : rows - 1;
      const title = sites.find(({ sample }) => output(sample) === name)?.sample.topic ?? 'no site';
      return { name, title, y: ROW * (row + 0.5) + 5 };
    });
  }

  #node(used, key, x, y, name, note, stale, alarm = false) {
    const group = this.#part(used, `node ${key}`, () => {
      const made = svg('g');
      made.append(svg('rect', { class: 'node', ...NODE, rx: 5 }), svg('text', { class: 'name', x: 10, y: 18 }), svg('text', { class: 'faint', x: 10, y: 34 }));
      return made;
    });
    group.setAttribute('transform', `translate(${x} ${y - NODE.height / 2})`);
    group.firstElementChild.setAttribute('width', key.startsWith('site ') ? SITE_WIDTH : NODE.width);
    group.classList.toggle('stale', stale);
    group.children[2].classList.toggle('alarm', alarm);
    group.dataset.node = key;
    text(group.children[1], name);
    text(group.children[2], note);
  }

  #edge(used, key, x1, y1, x2, y2, rate, note) {
    const group = this.#part(used, `edge ${key}`, () => {
      const made = svg('g');
      made.append(svg('path', { class: 'edge' }), svg('text', { 'text-anchor': 'middle' }), svg('text', { class: 'faint', 'text-anchor': 'middle' }));
      return made;
    });
    const bend = (x2 - x1) / 2;
    const [path, above, below] = group.children;
    group.dataset.edge = key;
    path.setAttribute('d', `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`);
    path.setAttribute('stroke-width', rate ? Math.min(1 + Math.log10(1 + rate) * 1.2, 8) : 1);
    path.classList.toggle('idle', !rate);
    // Near the far end, where edges from one node have parted.
    const at = x1 + (x2 - x1) * 0.66, y = y1 + (y2 - y1) * 0.78;
    for (const [label, shift] of [[above, -6], [below, 15]]) { label.setAttribute('x', at); label.setAttribute('y', y + shift); }
    text(above, rate === null || rate === undefined ? '' : `${number(rate)}/s`);
    text(below, note);
  }

  #part(used, key, make) {
    used.add(key);
    let part = this.#parts.get(key);
    if (!part) {
      this.#parts.set(key, (part = make()));
      this.#svg.append(part);
    }
    return part;
  }
}

const output = (sample) => (sample.role === 'central' ? 'forward' : 'mirror');
const rank = ({ sample }) => (sample.role === 'central' ? 0 : 1);

function topologyNote(instances, { topologies }) {
  if (instances.length === 0) return topologies.size ? 'silent' : 'not heard of';
  const refused = instances.find(({ sample }) => sample.refused);
  if (refused) return 'refuses parameters';
  const epochs = [...new Set(instances.flatMap(({ sample }) => sample.partitions.map(({ epoch }) => epoch)))].sort((a, b) => a - b);
  const note = epochs.length ? `epoch ${epochs.join(', ')}` : 'no partitions';
  return instances.length === 1 ? note : `${instances.length} instances, ${note}`;
}

function svg(name, attributes = {}) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
