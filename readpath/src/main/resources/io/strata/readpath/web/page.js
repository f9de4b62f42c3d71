'use strict';
// Draws the page from data.json and buckets.json. It loads nothing from other servers.

const REFRESH_MILLIS = 10000;
const BUCKETS_PER_PAGE = 2048;
const SVG = 'http://www.w3.org/2000/svg';

const $ = id => document.getElementById(id);
let buckets = [];
let classes = [];
let from = 0;
let open = -1;

// ---- elements

function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  return fill(element, attributes, children);
}

function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  element.append(...children);
  return element;
}

function table(caption, columns, rows, rowClass) {
  const head = el('tr', {}, ...columns.map(c => el('th', {scope: 'col', class: c.number && 'number'}, c.title)));
  const body = rows.map(row => el('tr', {class: rowClass && rowClass(row)},
      ...columns.map(c => el('td', {class: c.number && 'number', 'data-title': c.title}, c.text(row)))));
  return el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption},
      el('table', {}, el('caption', {}, caption), el('thead', {}, head), el('tbody', {}, ...body)));
}

// ---- numbers

const count = n => Math.round(n).toLocaleString('en');

function bytes(n) {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (n >= 1024 && unit < units.length - 1) {
    n /= 1024;
    unit++;
  }
  return (n >= 100 || unit === 0 ? Math.round(n) : n.toFixed(1)) + ' ' + units[unit];
}

const percent = n => (100 * n).toFixed(1) + ' %';

// ---- parts of the page

function drawFindings(findings) {
  const items = findings.length ? findings : ['No findings.'];
  $('findings').replaceChildren(...items.map(text => el('li', {}, text)));
}

function drawTiers(tiers) {
  $('tiers').replaceChildren(...tiers.map(tier => {
    const full = tier.capacity ? tier.used / tier.capacity : 0;
    const rows = [
      ['size', bytes(tier.capacity)],
      ['used', bytes(tier.used) + ', ' + percent(full)],
      ['blocks', count(tier.blocks)],
      ['hits', count(tier.hits)],
    ];
    if (tier.misses !== undefined) {
      rows.push(['misses', count(tier.misses)], ['evicted', count(tier.evicted)]);
    }
    return el('div', {class: 'card'},
        el('h3', {}, tier.name, el('span', {class: 'quiet'}, ' · ' + tier.holds)),
        el('div', {class: 'bar', role: 'img', 'aria-label': percent(full) + ' used'},
            el('span', {style: 'width:' + Math.min(100, 100 * full) + '%'})),
        el('dl', {}, ...rows.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])),
        ...[tier.attached, tier.compressed].filter(Boolean).map(
            (text) => el('p', {class: 'attached'}, text)));
  }));
}

const CHARTS = [
  {title: 'Hit ratio', field: 'hitRatio', text: percent, top: 1},
  {title: 'Reads per second', field: 'readsPerSecond', text: count},
  {title: 'Evictions per second', field: 'evictedPerSecond', text: count},
  {title: 'Mean time of a hit', field: 'hitMicros', text: n => n.toFixed(n < 10 ? 1 : 0) + ' µs'},
];

function drawHistory(history, now) {
  $('history').replaceChildren(...CHARTS.map(chart => drawChart(chart, history, now)));
}

function drawChart(chart, history, now) {
  const width = 360;
  const height = 140;
  const left = 52;
  const bottom = 20;
  const points = history.filter(step => Number.isFinite(step[chart.field]));
  const last = points.length ? points[points.length - 1][chart.field] : null;
  const max = chart.top || Math.max(1e-9, ...points.map(step => step[chart.field])) * 1.1;
  const x = millis => left + (width - left - 8) * (1 - (now - millis) / 3600000);
  const y = value => 10 + (height - bottom - 10) * (1 - value / max);
  const path = points.map((step, i) => (i ? 'L' : 'M') + x(step.millis).toFixed(1) + ' ' + y(step[chart.field]).toFixed(1)).join('');
  const label = chart.title + (last === null ? ': no data yet' : ': ' + chart.text(last) + ' now');
  const drawing = svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label},
      svg('line', {class: 'axis', x1: left, y1: y(0), x2: width - 8, y2: y(0)}),
      svg('line', {class: 'axis', x1: left, y1: y(max), x2: width - 8, y2: y(max)}),
      svg('text', {x: left - 6, y: y(0) + 4, 'text-anchor': 'end'}, chart.text(0)),
      svg('text', {x: left - 6, y: y(max) + 4, 'text-anchor': 'end'}, chart.text(max)),
      svg('text', {x: left, y: height - 4}, '1 h ago'),
      svg('text', {x: width - 8, y: height - 4, 'text-anchor': 'end'}, 'now'),
      svg('path', {class: 'line', d: path}),
      ...points.slice(-1).map(step => svg('circle', {cx: x(step.millis), cy: y(step[chart.field]), r: 2.5})));
  return el('div', {class: 'card'}, el('h3', {}, chart.title, ' ',
      el('span', {class: 'quiet'}, last === null ? 'no data yet' : chart.text(last))), drawing);
}

function drawCurve(curve) {
  const width = 720;
  const height = 220;
  const left = 52;
  const right = 24;
  const x = times => left + (width - left - right) * (Math.log2(times) + 3) / 6;
  const y = ratio => 24 + (height - 64) * (1 - ratio);
  const path = curve.map((point, i) => (i ? 'L' : 'M') + x(point.times) + ' ' + y(point.hitRatio)).join('');
  const label = 'Expected hit ratio by size: ' + curve.map(p => bytes(p.bytes) + ' ' + percent(p.hitRatio)).join(', ');
  const drawing = svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label},
      svg('line', {class: 'axis', x1: left, y1: y(0), x2: width - right, y2: y(0)}),
      svg('line', {class: 'axis', x1: left, y1: y(1), x2: width - right, y2: y(1)}),
      svg('text', {x: left - 6, y: y(0) + 4, 'text-anchor': 'end'}, '0 %'),
      svg('text', {x: left - 6, y: y(1) + 4, 'text-anchor': 'end'}, '100 %'),
      svg('line', {class: 'current', x1: x(1), y1: 16, x2: x(1), y2: y(0)}),
      svg('text', {class: 'current-text', x: x(1), y: 12, 'text-anchor': 'middle'}, 'current size'),
      svg('path', {class: 'line', d: path}),
      ...curve.flatMap(point => [
        svg('circle', {cx: x(point.times), cy: y(point.hitRatio), r: 3}),
        svg('text', {x: x(point.times), y: y(point.hitRatio) - 7, 'text-anchor': 'middle'}, percent(point.hitRatio)),
        svg('text', {x: x(point.times), y: height - 18, 'text-anchor': 'middle'}, bytes(point.bytes)),
      ]));
  $('curve').replaceChildren(el('div', {class: 'card scroll', tabindex: '0', role: 'region', 'aria-label': 'Expected hit ratio by size'}, drawing));
}

// ---- buckets

function colour(slot) {
  const index = classes.findIndex(each => each.slot === slot);
  return `hsl(${(212 + index * 137.5) % 360} 60% var(--light))`;
}

function drawMemory(memory) {
  classes = memory.sizeClasses;
  $('memory').textContent = `${bytes(memory.blockBytes)} of blocks in ${bytes(memory.bucketBytes)} of buckets; `
      + `${bytes(memory.slack)} of internal fragmentation; ${bytes(memory.flight)} in flight; policy ${memory.policy}.`;
  $('legend').replaceChildren(...classes.map(each => el('li', {},
      el('span', {style: 'background:' + colour(each.slot)}),
      `${bytes(each.slot)}: ${count(each.buckets)} ${each.buckets === 1 ? 'bucket' : 'buckets'}, ${percent(1 - each.free / each.slots)} in use`)),
      el('li', {}, `${count(memory.emptyBuckets)} empty`));
}

function describe(number) {
  const [slot, slots, free, draining] = buckets[number];
  return slot === 0 ? `Bucket ${number}: empty`
      : `Bucket ${number}: ${count(slots - free)} of ${count(slots)} slots of ${bytes(slot)} in use` + (draining ? ', retiring' : '');
}

function drawBuckets() {
  const to = Math.min(buckets.length, from + BUCKETS_PER_PAGE);
  const focused = document.activeElement && document.activeElement.dataset.number;
  const squares = [];
  for (let number = from; number < to; number++) {
    const [slot, slots, free, draining] = buckets[number];
    const level = slot === 0 ? 0 : 100 * (1 - free / slots);
    const style = slot === 0 ? null
        : `background:linear-gradient(to top, ${colour(slot)} ${level}%, transparent ${level}%)`;
    squares.push(el('button', {
      type: 'button', style, class: draining ? 'draining' : null, title: describe(number), 'aria-label': describe(number),
      'aria-pressed': number === open ? 'true' : 'false', 'data-number': number, tabindex: number === from ? '0' : '-1',
    }));
  }
  $('buckets').replaceChildren(...squares);
  if (focused !== undefined) {
    focusBucket(Number(focused));
  }
  $('pager').hidden = buckets.length <= BUCKETS_PER_PAGE;
  $('range').textContent = `${count(from)} to ${count(to - 1)} of ${count(buckets.length)}`;
  $('earlier').disabled = from === 0;
  $('later').disabled = to === buckets.length;
}

function focusBucket(number) {
  const square = document.querySelector(`[data-number="${number}"]`);
  if (square) {
    document.querySelectorAll('#buckets [tabindex="0"]').forEach(each => each.setAttribute('tabindex', '-1'));
    square.setAttribute('tabindex', '0');
    square.focus();
  }
}

function columns() {
  const squares = [...$('buckets').children];
  const next = squares.findIndex(each => each.offsetTop > squares[0].offsetTop);
  return next < 0 ? squares.length : next;
}

$('buckets').addEventListener('keydown', event => {
  const at = Number(event.target.dataset.number);
  const steps = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns(), ArrowDown: columns()};
  if (Number.isFinite(at) && event.key in steps) {
    event.preventDefault();
    focusBucket(at + steps[event.key]);
  }
});

$('buckets').addEventListener('click', event => {
  if (event.target.dataset.number !== undefined) {
    show(Number(event.target.dataset.number));
  }
});

$('earlier').addEventListener('click', () => { from = Math.max(0, from - BUCKETS_PER_PAGE); drawBuckets(); });
$('later').addEventListener('click', () => { from += BUCKETS_PER_PAGE; drawBuckets(); });

async function show(number) {
  open = number;
  document.querySelectorAll('#buckets [aria-pressed="true"]').forEach(each => each.setAttribute('aria-pressed', 'false'));
  const square = document.querySelector(`[data-number="${number}"]`);
  if (square) {
    square.setAttribute('aria-pressed', 'true');
  }
  const bucket = await load('bucket.json?number=' + number);
  $('bucket').replaceChildren(
      el('p', {}, describe(number) + '.'),
      table(`Blocks in bucket ${number}`, [
        {title: 'file', text: each => each.file},
        {title: 'offset', number: true, text: each => count(each.offset)},
        {title: 'bytes', number: true, text: each => count(each.bytes)},
        {title: 'share of slot', number: true, text: each => percent(Math.min(1, each.bytes / bucket.slot))},
        {title: 'kind', text: each => each.kind + (each.inMemory ? ', in-memory' : '')},
        {title: 'pins', number: true, text: each => count(each.pins)},
      ], bucket.blocks));
}

// ---- files and settings

function drawFiles(files) {
  const shared = [
    {title: 'bytes', number: true, text: each => bytes(each.bytes)},
    {title: 'blocks', number: true, text: each => count(each.blocks)},
    {title: 'recent reads (estimate)', number: true, text: each => count(each.reads)},
  ];
  const ofFile = [{title: 'file', text: each => each.name}, {title: 'table/family', text: each => each.table || '–'}, ...shared];
  $('files').replaceChildren(
      table('Largest tables and families', [{title: 'table/family', text: each => each.name}, ...shared], files.tables),
      table(`Largest of ${count(files.count)} files`, ofFile, files.largest),
      table('Hottest files', ofFile, files.hottest));
}

let settings = [];
let settingsShown = true;

function drawSettings() {
  if (!settingsShown) {
    $('settings').replaceChildren(el('p', {}, 'Settings are shown to administrators only, as on HBase\'s own /conf.'));
    return;
  }
  const rows = settings.filter(each => each.changed || !$('changed').checked);
  $('settings').replaceChildren(table('Keys', [
    {title: 'key', text: each => each.key},
    {title: 'value', text: each => each.value || '–'},
    {title: 'default', text: each => each.default || '–'},
    {title: 'unit', text: each => each.unit},
    {title: 'meaning', text: each => each.meaning},
  ], rows, each => each.changed && 'changed'));
}

$('changed').addEventListener('change', drawSettings);

// ---- loading

async function load(path) {
  const answer = await fetch(path, {cache: 'no-store'});
  if (!answer.ok) {
    throw new Error(`${path} returned status ${answer.status}`);
  }
  return answer.json();
}

async function refresh() {
  try {
    const [data, map] = await Promise.all([load('data.json'), load('buckets.json')]);
    $('server').textContent = data.server;
    $('version').textContent = data.version;
    document.title = 'Strata on ' + data.server;
    drawFindings(data.findings);
    drawTiers(data.tiers);
    drawHistory(data.history, data.millis);
    drawCurve(data.curve);
    drawMemory(data.memory);
    buckets = map.buckets;
    from = Math.min(from, Math.max(0, buckets.length - 1));
    drawBuckets();
    drawFiles(data.files);
    settings = data.settings;
    settingsShown = data.settingsShown;
    drawSettings();
    $('state').textContent = 'as of ' + new Date(data.millis).toLocaleTimeString();
  } catch (error) {
    $('state').textContent = 'loading failed: ' + error.message;
  }
}

refresh();
setInterval(refresh, REFRESH_MILLIS);
