// The map of positions: coast lines from a file of this site, points as dots or arrows with their trail.

const TRAIL_POINTS = 60;
const LABELS_AT_MOST = 60;
const LABEL_LETTERS = 10;
const SIZE_PX = 6;
const LABEL = 1.9; // height of a label, in sizes
const SMALLEST_SPAN_DEG = 2.5;

export class PositionMap {
  #canvas;
  #context;
  #land = null;
  #trails = new Map();
  #frame = null;
  #form;
  #coast = document.createElement('canvas');
  #coastOf = null;

  /** @param form Rows: where a row is on the map, and which are silent */
  constructor(canvas, form) {
    this.#canvas = canvas;
    this.#form = form;
    this.#context = canvas.getContext('2d');
  }

  async load() {
    const answer = await fetch('/board/land.json');
    this.#land = await answer.json();
  }

  /** Draws rows (key → row) as of the feed's clock; returns how many are on the map. */
  draw(rows, nowMs) {
    const points = [];
    for (const [key, row] of rows) {
      const point = this.#form.point(row);
      if (point) points.push({ key, ...point, at: [point.longitude, point.latitude], silent: this.#form.isSilent(row, nowMs) });
    }
    this.#remember(points);
    this.#fit();
    const { width, height } = this.#canvas;
    const context = this.#context;
    context.clearRect(0, 0, width, height);
    if (points.length === 0 || typeof d3 === 'undefined') return 0;
    const projection = this.#projection(points, width, height);
    if (this.#land) this.#drawLand(projection);
    this.#drawTrails(projection);
    for (const point of points) this.#drawPoint(projection, point);
    this.#drawLabels(projection, points.filter(({ grounded }) => !grounded));
    return points.length;
  }

  #remember(points) {
    const keys = new Set(points.map(({ key }) => key));
    for (const key of this.#trails.keys()) if (!keys.has(key)) this.#trails.delete(key);
    for (const { key, at } of points) {
      const trail = this.#trails.get(key) ?? [];
      const last = trail[trail.length - 1];
      if (!last || last[0] !== at[0] || last[1] !== at[1]) trail.push(at);
      if (trail.length > TRAIL_POINTS) trail.shift();
      this.#trails.set(key, trail);
    }
  }

  #fit() {
    const ratio = window.devicePixelRatio || 1;
    const width = Math.round(this.#canvas.clientWidth * ratio);
    const height = Math.round(this.#canvas.clientHeight * ratio);
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
      this.#frame = null;
    }
  }

  // The frame follows the points, but only when one leaves it or it has become far too wide.
  #projection(points, width, height) {
    const wanted = bounds(points);
    if (this.#frame === null || !inside(wanted, this.#frame) || span(wanted) < 0.4 * span(this.#frame)) {
      this.#frame = grown(wanted);
    }
    const [[west, south], [east, north]] = this.#frame;
    const margin = 24 * (window.devicePixelRatio || 1);
    return d3.geoMercator().fitExtent([[margin, margin], [width - margin, height - margin]],
      { type: 'MultiPoint', coordinates: [[west, south], [east, south], [east, north], [west, north]] })
      .clipExtent([[0, 0], [width, height]]);
  }

  // Thousands of outlines: drawn once a frame of the map, then copied.
  #drawLand(projection) {
    const { width, height } = this.#canvas;
    if (this.#coastOf !== this.#frame || this.#coast.width !== width || this.#coast.height !== height) {
      this.#coast.width = width;
      this.#coast.height = height;
      this.#outline(projection, this.#coast.getContext('2d'));
      this.#coastOf = this.#frame;
    }
    this.#context.drawImage(this.#coast, 0, 0);
  }

  #outline(projection, context) {
    const path = d3.geoPath(projection, context);
    for (const feature of this.#land.features) {
      context.beginPath();
      path(feature);
      if (feature.id === 'land') {
        context.fillStyle = '#14263a';
        context.fill();
        context.strokeStyle = '#2b4561';
      } else {
        context.strokeStyle = '#223850';
      }
      context.lineWidth = 1;
      context.stroke();
    }
  }

  #drawTrails(projection) {
    const context = this.#context;
    context.strokeStyle = 'rgba(255, 201, 77, .35)';
    context.lineWidth = 1.2 * (window.devicePixelRatio || 1);
    context.beginPath();
    for (const trail of this.#trails.values()) {
      trail.forEach((point, i) => {
        const at = projection(point);
        if (at) { if (i === 0) context.moveTo(...at); else context.lineTo(...at); }
      });
    }
    context.stroke();
  }

  #drawPoint(projection, point) {
    const at = projection(point.at);
    if (!at) return;
    const context = this.#context;
    const size = SIZE_PX * (window.devicePixelRatio || 1);
    context.save();
    context.translate(at[0], at[1]);
    context.globalAlpha = point.silent ? 0.4 : 1;
    context.fillStyle = point.grounded ? '#8ba0b5' : '#ffc94d';
    context.beginPath();
    if (point.grounded || point.heading === null) {
      context.arc(0, 0, size * (point.grounded ? 0.45 : 0.8), 0, 2 * Math.PI);
    } else {
      context.rotate((point.heading * Math.PI) / 180);
      context.moveTo(0, -1.5 * size);
      context.lineTo(size * 0.8, size);
      context.lineTo(0, size * 0.5);
      context.lineTo(-size * 0.8, size);
      context.closePath();
    }
    context.fill();
    context.restore();
  }

  // A label goes to the first side of its point where no other label is; nowhere, if there is none.
  #drawLabels(projection, points) {
    if (points.length > LABELS_AT_MOST) return;
    const context = this.#context;
    const size = SIZE_PX * (window.devicePixelRatio || 1);
    context.font = `${LABEL * size}px system-ui, sans-serif`;
    context.lineWidth = 0.5 * size;
    context.lineJoin = 'round';
    context.strokeStyle = '#0d1a28';
    context.fillStyle = '#dce6f0';
    const taken = points.map((point) => projection(point.at)).filter(Boolean)
      .map(([x, y]) => [x - size, y - size, x + size, y + size]);
    for (const point of points) {
      const at = projection(point.at);
      if (!at) continue;
      const text = shortened(point.label);
      const box = sides(at, context.measureText(text).width, size).find((side) => !taken.some((other) => overlap(side, other)));
      if (!box) continue;
      taken.push(box);
      context.globalAlpha = point.silent ? 0.4 : 1;
      context.strokeText(text, box[0], box[3] - 0.3 * size);
      context.fillText(text, box[0], box[3] - 0.3 * size);
    }
    context.globalAlpha = 1;
  }
}

const shortened = (text) => (text.length > LABEL_LETTERS ? `${text.slice(0, LABEL_LETTERS)}…` : text);

/** Boxes [left, top, right, bottom] for a label: right, left, above, below. */
function sides([x, y], width, size) {
  const height = LABEL * size;
  const gap = 1.6 * size;
  return [
    [x + gap, y - height / 2, x + gap + width, y + height / 2],
    [x - gap - width, y - height / 2, x - gap, y + height / 2],
    [x - width / 2, y - gap - height, x + width / 2, y - gap],
    [x - width / 2, y + gap, x + width / 2, y + gap + height],
  ];
}

const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

function bounds(points) {
  let west = 180, south = 85, east = -180, north = -85;
  for (const { longitude, latitude } of points) {
    west = Math.min(west, longitude); east = Math.max(east, longitude);
    south = Math.min(south, latitude); north = Math.max(north, latitude);
  }
  return [[west, south], [east, north]];
}

const span = ([[west, south], [east, north]]) => Math.max(east - west, north - south, SMALLEST_SPAN_DEG);

function inside([[west, south], [east, north]], [[w, s], [e, n]]) {
  return west >= w && south >= s && east <= e && north <= n;
}

function grown(box) {
  const [[west, south], [east, north]] = box;
  const pad = 0.12 * span(box) + 0.05;
  const wide = Math.max(pad, (SMALLEST_SPAN_DEG - (east - west)) / 2);
  const high = Math.max(pad, (SMALLEST_SPAN_DEG - (north - south)) / 2);
  return [[Math.max(west - wide, -180), Math.max(south - high, -84)], [Math.min(east + wide, 180), Math.min(north + high, 84)]];
}
