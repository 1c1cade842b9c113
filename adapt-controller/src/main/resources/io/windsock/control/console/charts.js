// One chart for each monitored value: a line for each site, its thresholds, and the mode along the time axis.

import { element, millis, minute, number, text, time } from '/console/format.js';

const STEP_MS = 500;
const HEIGHT = 150;
const FLOOR = 0.1; // the share of the height below 0, where the mode is shown
const GAP_MS = 3_000; // a line is drawn over a gap no longer than this
const COLOURS = { light: ['#1c63b7', '#c2410c', '#17753f', '#7a3fb0', '#0e7490', '#a16207', '#be185d', '#475569'],
  dark: ['#6cb6ff', '#ff9f66', '#5fd38d', '#c79bf2', '#5cd6e8', '#ffd166', '#ff8fc0', '#b6c5d6'] };
const dark = matchMedia('(prefers-color-scheme: dark)');

/** The colour of the subject with this number. */
export function colour(at) {
  const colours = COLOURS[dark.matches ? 'dark' : 'light'];
  return colours[at % colours.length];
}

export class Charts {
  #host;
  #model;
  #charts = new Map();
  #shape = '';

  constructor(host, model) {
    this.#host = host;
    this.#model = model;
    dark.addEventListener('change', () => { this.#shape = ''; });
    new ResizeObserver(() => { for (const { plot, root } of this.#charts.values()) plot.setSize({ width: root.clientWidth, height: HEIGHT }); })
      .observe(host);
  }

  /** Who has a line, in the order of their colours. */
  subjects() {
    return [...this.#model.subjects.values()].sort(bySubject);
  }

  /** Draws the time up to `nowMs`. */
  draw(nowMs, spanMs) {
    const subjects = this.subjects();
    const shape = JSON.stringify([this.#model.values.map(({ name }) => name), subjects.map(({ kind, name }) => [kind, name])]);
    if (shape !== this.#shape) this.#make(shape, subjects);
    const toMs = Math.floor(nowMs / STEP_MS) * STEP_MS;
    const times = Array.from({ length: spanMs / STEP_MS + 1 }, (_, i) => (toMs - spanMs + i * STEP_MS) / 1000);
    const modes = this.#model.modes(toMs - spanMs, toMs);
    for (const [value, chart] of this.#charts) {
      const lines = chart.subjects.map((subject) => line(subject, value, toMs - spanMs, times.length));
      this.#scale(chart, value, lines);
      chart.plot.setData([times, ...lines]);
      this.#overlay(chart, value, modes, toMs - spanMs, spanMs);
    }
  }

  #make(shape, subjects) {
    this.#shape = shape;
    for (const { plot } of this.#charts.values()) plot.destroy();
    this.#charts.clear();
    this.#host.replaceChildren();
    for (const value of this.#model.values) this.#charts.set(value.name, this.#chart(value, subjects));
  }

  #chart(value, all) {
    const subjects = all.filter(({ kind }) => kind === 'site' || value.name === 'ready' || value.name === 'cpu');
    const output = element('output');
    const title = element('h3', '', value.words, element('small', '', value.unit), output);
    title.title = value.meaning;
    const root = element('div', 'chart', title);
    root.dataset.value = value.name;
    root.role = 'group';
    root.setAttribute('aria-label', `${value.words}: ${value.meaning}`);
    this.#host.append(root);
    const ink = getComputedStyle(document.body).getPropertyValue('--faint');
    const grid = getComputedStyle(document.body).getPropertyValue('--line');
    const chart = { root, output, subjects, max: 1, bound: null };
    const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, space: 64, font: '11px system-ui, sans-serif' };
    chart.plot = new uPlot(
      {
        width: root.clientWidth,
        height: HEIGHT,
        cursor: { drag: { x: false, y: false }, points: { size: 5 } },
        legend: { show: false },
        scales: { x: { time: true }, y: { range: () => [-chart.max * FLOOR, chart.max] } },
        axes: [{ ...axis, size: 28, values: (_, splits, __, ___, step) => splits.map((s) => (step < 60 ? time : minute)(s * 1000)) }, { ...axis, size: 58, values: (_, splits) => splits.map((split) => (split < 0 ? '' : label(value, split))) }],
        series: [
          {},
          ...subjects.map((subject) => ({
            label: subject.name, stroke: colour(all.indexOf(subject)), width: 1.5, points: { show: false }, dash: subject.kind === 'topology' ? [6, 4] : undefined,
          })),
        ],
      },
      [[], ...subjects.map(() => [])],
      root,
    );
    chart.primary = element('div', 'threshold primary', element('span'));
    chart.back = element('div', 'threshold back', element('span'));
    chart.band = element('div', 'band');
    chart.plot.over.append(chart.band, chart.primary, chart.back);
    return chart;
  }

  #scale(chart, value, lines) {
    let highest = 0, latest = null;
    for (const one of lines) {
      for (const measured of one) if (measured > highest) highest = measured;
      const last = one.findLast((measured) => measured !== null);
      if (last !== undefined && (latest === null || last > latest)) latest = last;
    }
    chart.bound = this.#model.threshold(value);
    chart.max = Math.max(highest, chart.bound?.primary ?? 0) * 1.15 || 1;
    chart.root.dataset.max = chart.max;
    text(chart.output, latest === null ? '' : `highest now ${label({ unit: this.#unit(value) }, latest)}`);
    chart.output.classList.toggle('over', chart.bound !== null && latest !== null && latest >= chart.bound.primary);
  }

  #unit(value) { return this.#model.values.find(({ name }) => name === value)?.unit; }

  #overlay(chart, value, modes, fromMs, spanMs) {
    const place = (target, at, words) => {
      target.classList.toggle('outside', at === undefined || at < 0);
      if (at === undefined) { delete target.dataset.at; return; }
      target.dataset.at = at;
      target.style.top = `${((1 - at / chart.max) / (1 + FLOOR)) * 100}%`; // uPlot itself takes over a new scale only later
      text(target.firstElementChild, `${words} ${label({ unit: this.#unit(value) }, at)}`);
    };
    place(chart.primary, chart.bound?.primary, chart.bound?.words);
    place(chart.back, chart.bound?.back, 'back');
    while (chart.band.children.length > modes.length) chart.band.lastElementChild.remove();
    modes.forEach((mode, i) => {
      const segment = chart.band.children[i] ?? chart.band.appendChild(document.createElement('i'));
      segment.className = `tone-${this.#model.tone(mode.mode)}`;
      segment.dataset.mode = mode.mode;
      segment.style.left = `${((mode.fromMs - fromMs) / spanMs) * 100}%`;
      segment.style.width = `${((mode.toMs - mode.fromMs) / spanMs) * 100}%`;
    });
  }
}

const bySubject = (a, b) => order(a) - order(b) || a.name.localeCompare(b.name);
const order = ({ role }) => ['topology', 'central'].indexOf(role) + 1 || 3;

function label(value, measured) {
  return value.unit === 'ms' ? millis(measured) : number(measured);
}

/** A subject's points on the chart's times; null where there is none. */
function line({ points }, value, fromMs, length) {
  const out = new Array(length).fill(null);
  let before = -1;
  for (const { atMs, values } of points) {
    const at = Math.round((atMs - fromMs) / STEP_MS);
    const measured = values[value];
    if (at < 0 || at >= length || typeof measured !== 'number') continue;
    if (before >= 0 && at - before > 1 && (at - before) * STEP_MS <= GAP_MS) {
      for (let i = before + 1; i < at; i++) out[i] = out[before];
    }
    out[at] = out[at] === null ? measured : Math.max(out[at], measured);
    before = at;
  }
  return out;
}
