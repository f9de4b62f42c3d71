'use strict';
// Draws each chart from the table below it, in page order.
(() => {
  const FONT = 12;
  const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [14, 4], [1, 5], [6, 2, 2, 2, 2, 2]];
  const MARKERS = ['circle', 'rect', 'triangle', 'rectRot', 'crossRot', 'star', 'cross', 'dash'];
  const configurations = [...document.querySelectorAll('.configurations tbody tr')].map((row, index) => ({
    name: row.dataset.configuration, title: row.cells[0].textContent, index,
  }));
  const configurationOf = (name) => configurations.find((configuration) => configuration.name === name);
  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const colour = (index) => style('--d' + (index % 8));
  const distinct = (values) => [...new Set(values)];
  const numbers = (text) => (text ? text.split(' ').map(Number) : []);
  const rowsOf = (figure) => [...figure.querySelectorAll('tbody tr')];

  /** Reads a table row: one bar, or one point of a line. */
  const readRow = (row) => ({
    configuration: configurationOf(row.dataset.configuration),
    part: row.dataset.part || row.dataset.collector,
    threads: Number(row.dataset.threads),
    value: row.dataset.value === undefined ? null : Number(row.dataset.value),
    rounds: numbers(row.dataset.rounds),
    text: row.querySelector('.median').textContent,
  });

  /** Splits a word that is too long for a line before a capital letter. */
  function splitWord(word, width) {
    const at = word.length > width ? word.slice(0, width + 1).search(/[A-Z][^A-Z]*$/) : -1;
    return at > 0 ? [word.slice(0, at), ...splitWord(word.slice(at), width)] : [word];
  }

  /** Wraps a title into lines of at most `width` characters. */
  function wrapped(title, width) {
    const lines = [];
    for (const word of title.split(' ').flatMap((all) => splitWord(all, width))) {
      const last = lines.length - 1;
      if (last >= 0 && (lines[last] + ' ' + word).length <= width) lines[last] += ' ' + word;
      else lines.push(word);
    }
    return lines;
  }

  /** A striped pattern of a colour, so that the parts of a bar differ by more than colour. */
  function striped(base, kind) {
    if (kind === 0) return base;
    const tile = document.createElement('canvas');
    tile.width = tile.height = 8;
    const pen = tile.getContext('2d');
    pen.fillStyle = style('--paper');
    pen.fillRect(0, 0, 8, 8);
    pen.strokeStyle = base;
    pen.fillStyle = base;
    pen.lineWidth = kind === 1 ? 3 : 2;
    pen.beginPath();
    if (kind === 1 || kind === 3) { pen.moveTo(-2, 10); pen.lineTo(10, -2); pen.moveTo(-2, 2); pen.lineTo(2, -2); pen.moveTo(6, 10); pen.lineTo(10, 6); }
    if (kind === 3 || kind === 5) { pen.moveTo(-2, -2); pen.lineTo(10, 10); }
    if (kind === 4) { pen.moveTo(0, 4); pen.lineTo(8, 4); }
    pen.stroke();
    if (kind === 2) { pen.fillRect(2, 2, 3, 3); }
    return pen.createPattern(tile, 'repeat');
  }

  /** Whiskers from minimum to maximum of the rounds, a ring for each round, the median as text. */
  const spread = {
    id: 'spread',
    afterDatasetsDraw(chart) {
      const pen = chart.ctx;
      const across = chart.options.indexAxis === 'y';
      const scale = across ? chart.scales.x : chart.scales.y;
      pen.save();
      chart.data.datasets.forEach((set, s) => {
        if (!set.rows || !chart.isDatasetVisible(s)) return;
        chart.getDatasetMeta(s).data.forEach((element, i) => {
          const row = set.rows[i];
          if (row) drawRow(pen, row, element, scale, across, set.ink);
        });
      });
      pen.restore();
    },
  };

  function drawRow(pen, row, element, scale, across, ink) {
    const ends = row.rounds.length > 1 ? [Math.min(...row.rounds), Math.max(...row.rounds)] : [];
    const at = (value, off) => across
      ? [scale.getPixelForValue(value), element.y + off]
      : [element.x + off, scale.getPixelForValue(value)];
    const line = (from, to) => { pen.moveTo(...from); pen.lineTo(...to); };
    pen.strokeStyle = ink || style('--ink');
    pen.lineWidth = 1.5;
    pen.beginPath();
    if (ends.length) {
      line(at(ends[0], 0), at(ends[1], 0));
      ends.forEach((end) => line(at(end, -4), at(end, 4)));
    }
    pen.stroke();
    if (!across) return;
    pen.fillStyle = style('--paper');
    pen.lineWidth = 1;
    row.rounds.forEach((value) => {
      pen.beginPath();
      pen.arc(...at(value, 0), 2.2, 0, 7);
      pen.fill();
      pen.stroke();
    });
    const right = Math.max(scale.getPixelForValue(0), ...[row.value, ...ends].filter((v) => v !== null).map((v) => at(v, 0)[0]));
    pen.fillStyle = style('--ink');
    pen.font = FONT + 'px ' + Chart.defaults.font.family;
    pen.textAlign = 'left';
    pen.textBaseline = 'middle';
    pen.fillText(row.text, right + 7, element.y);
  }

  const axis = (title, more) => ({
    beginAtZero: true,
    title: { display: title !== '', text: wrapped(title, 32), color: style('--ink') },
    grid: { color: style('--line') },
    border: { color: style('--faint') },
    ticks: { color: style('--ink'), maxTicksLimit: 6, maxRotation: 0, ...(more && more.ticks) },
    ...(more && more.axis),
  });

  const options = (more) => ({
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    ...more,
    plugins: { legend: { display: false }, ...(more && more.plugins) },
  });

  const legend = { display: true, position: 'top', align: 'start', labels: { color: style('--ink'), boxWidth: 36, boxHeight: 8, usePointStyle: false } };
  const lineLegend = () => ({
    display: true, position: 'top', align: 'start',
    labels: { color: style('--ink'), usePointStyle: true, pointStyleWidth: 34, boxHeight: 7, padding: 8, generateLabels: lineLabels },
  });

  /** Legend samples with the dashes and markers of the chart. */
  function lineLabels(chart) {
    return chart.data.datasets.map((set, index) => ({
      text: set.label, datasetIndex: index, hidden: !chart.isDatasetVisible(index), fontColor: style('--ink'),
      pointStyle: sampleOf(set), strokeStyle: 'transparent',
    }));
  }

  function sampleOf(set) {
    const tile = document.createElement('canvas');
    tile.width = 34;
    tile.height = 14;
    const pen = tile.getContext('2d');
    pen.strokeStyle = pen.fillStyle = set.borderColor;
    pen.lineWidth = 2;
    pen.setLineDash(set.borderDash);
    pen.beginPath();
    pen.moveTo(0, 7);
    pen.lineTo(34, 7);
    pen.stroke();
    pen.setLineDash([]);
    Chart.helpers.drawPoint(pen, { pointStyle: set.pointStyle, radius: 4, borderWidth: 2 }, 17, 7);
    return tile;
  }

  const lineStyle = (configuration) => ({
    label: configuration.title,
    borderColor: colour(configuration.index),
    backgroundColor: colour(configuration.index),
    ink: colour(configuration.index),
    borderDash: DASHES[configuration.index % 8],
    pointStyle: MARKERS[configuration.index % 8],
    borderWidth: 2,
  });

  const isNarrow = (figure) => figure.clientWidth < 345;

  /** Returns the height of a figure's chart before it is drawn. */
  function heightOf(figure) {
    const rows = rowsOf(figure).map((row) => row.dataset);
    const shown = distinct(rows.map((row) => row.configuration)).length;
    const parts = distinct(rows.map((row) => row.collector)).length;
    const each = isNarrow(figure) ? 48 : 34;
    switch (figure.dataset.kind) {
      case 'bars': return 60 + shown * (parts > 1 ? 50 : each) + (parts > 1 ? 30 : 0);
      case 'stack': return 130 + shown * each;
      case 'time': return 190;
      default: return 380;
    }
  }

  /** Reserves the height of a chart, so that the page does not shift while charts are drawn. */
  function reserve(figure) {
    const plot = figure.querySelector('.plot');
    const chartsBeside = figure.dataset.kind === 'time' ? Math.max(1, Math.floor((plot.clientWidth + 28) / 388)) : 1;
    const lines = figure.dataset.kind === 'time' ? Math.ceil(distinct(rowsOf(figure).map((row) => row.dataset.configuration)).length / chartsBeside) : 1;
    plot.style.minHeight = heightOf(figure) * lines + 'px';
  }

  /** Creates a canvas in a box of the given height. */
  function canvasIn(figure, height, title) {
    const box = document.createElement('div');
    box.className = 'canvas';
    box.style.height = height + 'px';
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', figure.querySelector('figcaption').textContent + (title ? ', ' + title : ''));
    box.append(canvas);
    return { box, canvas };
  }

  function draw(figure, config) {
    const { box, canvas } = canvasIn(figure, heightOf(figure));
    figure.querySelector('.plot').append(box);
    return new Chart(canvas, config);
  }

  function bars(figure, stacked) {
    const rows = rowsOf(figure).map(readRow);
    const shown = distinct(rows.map((row) => row.configuration));
    const parts = distinct(rows.map((row) => row.part));
    const sets = parts.map((part, p) => {
      const its = shown.map((configuration) => rows.find((row) => row.configuration === configuration && row.part === part) || null);
      const fill = (configuration) => striped(stacked ? colour(p) : colour(configuration.index), p);
      return {
        label: part,
        data: its.map((row) => row && row.value),
        rows: stacked ? null : its,
        backgroundColor: shown.map(fill),
        borderColor: shown.map((configuration) => (stacked ? colour(p) : colour(configuration.index))),
        borderWidth: 1,
        maxBarThickness: 22,
      };
    });
    const widest = Math.max(...rows.map((row) => row.text.length));
    draw(figure, {
      type: 'bar',
      data: { labels: shown.map((configuration) => wrapped(configuration.title, isNarrow(figure) ? 13 : 18)), datasets: sets },
      options: options({
        indexAxis: 'y',
        layout: { padding: { right: stacked ? 12 : 12 + widest * 7 } },
        scales: {
          x: axis(figure.dataset.y, { ticks: { maxTicksLimit: 5 }, axis: { stacked, suggestedMax: Math.max(0, ...(stacked ? [] : rows.flatMap((row) => row.rounds))) } }),
          y: axis('', { axis: { stacked, grid: { display: false } }, ticks: { autoSkip: false } }),
        },
        plugins: { legend: parts.length > 1 ? { ...legend, labels: { ...legend.labels, color: style('--ink') } } : { display: false } },
      }),
      plugins: [spread],
    });
  }

  function threads(figure) {
    const rows = rowsOf(figure).map(readRow);
    const collectors = distinct(rows.map((row) => row.part));
    const sets = [];
    for (const configuration of distinct(rows.map((row) => row.configuration))) {
      for (const collector of collectors) {
        const its = rows.filter((row) => row.configuration === configuration && row.part === collector && row.value !== null);
        if (its.length === 0) continue;
        sets.push({
          ...lineStyle(configuration),
          label: configuration.title + (collectors.length > 1 ? ', ' + collector : ''),
          data: its.map((row) => ({ x: row.threads, y: row.value })),
          rows: its,
          pointRadius: 4,
        });
      }
    }
    draw(figure, {
      type: 'line',
      data: { datasets: sets },
      options: options({
        parsing: false,
        scales: {
          x: axis(figure.dataset.x, { axis: { type: 'linear' }, ticks: { maxTicksLimit: 9 } }),
          y: axis(figure.dataset.y, { axis: { suggestedMax: Math.max(0, ...rows.flatMap((row) => row.rounds)) } }),
        },
        plugins: { legend: lineLegend() },
      }),
      plugins: [spread],
    });
  }

  function curves(figure) {
    const rows = rowsOf(figure);
    const columns = [...figure.querySelectorAll('thead th')];
    const measured = columns.flatMap((column, index) => (column.dataset.configuration ? [{ configuration: configurationOf(column.dataset.configuration), index }] : []));
    const sets = measured.map(({ configuration, index }) => ({
      ...lineStyle(configuration),
      data: rows
        .map((row) => ({ x: Number(row.dataset.nines), y: Number(row.cells[index].textContent) }))
        .filter((point) => !Number.isNaN(point.y)),
      pointRadius: (context) => (context.dataIndex % 10 === 0 ? 4 : 0),
    })).filter((set) => set.data.length > 0);
    draw(figure, {
      type: 'line',
      data: { datasets: sets },
      options: options({
        parsing: false,
        scales: {
          x: axis(figure.dataset.x, {
            axis: { type: 'linear' },
            ticks: { stepSize: 1, callback: (nines) => (nines === 0 ? '0 %' : Number((100 - Math.pow(10, 2 - nines)).toFixed(6)) + ' %') },
          }),
          y: axis(figure.dataset.y),
        },
        plugins: { legend: lineLegend(), tooltip: { callbacks: { title: (items) => Number((100 - Math.pow(10, 2 - items[0].parsed.x)).toFixed(4)) + ' %' } } },
      }),
    });
  }

  /** Triangles below the dips of the strong line. */
  const dips = {
    id: 'dips',
    afterDatasetsDraw(chart) {
      const pen = chart.ctx;
      chart.data.datasets.filter((set) => set.dips).forEach((set) => {
        set.dips.forEach((dip) => {
          const x = chart.scales.x.getPixelForValue(dip.x);
          const y = chart.scales.y.getPixelForValue(dip.y);
          pen.fillStyle = style('--ink');
          pen.beginPath();
          pen.moveTo(x, y + 3);
          pen.lineTo(x - 5, y + 11);
          pen.lineTo(x + 5, y + 11);
          pen.fill();
        });
        const deepest = set.dips.reduce((a, b) => (b.y < a.y ? b : a));
        const x = chart.scales.x.getPixelForValue(deepest.x);
        const left = x > (chart.chartArea.left + chart.chartArea.right) / 2;
        pen.font = FONT + 'px ' + Chart.defaults.font.family;
        pen.textAlign = left ? 'right' : 'left';
        pen.textBaseline = 'middle';
        pen.fillText(depth(deepest.y, set.median), x + (left ? -8 : 8), chart.scales.y.getPixelForValue(deepest.y) + 8);
      });
    },
  };

  /** The shortfall of an interval below the median. */
  const depth = (rows, median) => '−' + Math.round(100 * (1 - rows / median)) + ' %';

  /** The lowest point of each run of points below half the median, and the lowest of all. */
  function findDips(points, median) {
    const lowest = points.reduce((a, b) => (b.y < a.y ? b : a));
    const found = [];
    let dip = null;
    for (const point of points) {
      if (point.y >= median / 2) { dip = null; continue; }
      if (dip === null) { dip = point; found.push(dip); }
      else if (point.y < dip.y) { found[found.length - 1] = dip = point; }
    }
    return found.includes(lowest) ? found : [...found, lowest];
  }

  function timeLine(row) {
    const interval = Number(row.dataset.interval) / 1000;
    const points = numbers(row.cells[3].textContent).map((rows, i) => ({ x: i * interval, y: rows / interval }));
    const strong = row.dataset.strong !== undefined;
    const median = Number(row.dataset.median) / interval;
    return {
      configuration: configurationOf(row.dataset.configuration), strong, points, median,
      dips: strong ? findDips(points, median) : null,
    };
  }

  function time(figure) {
    const lines = rowsOf(figure).map(timeLine);
    const highest = Math.max(...lines.flatMap((line) => line.points.map((point) => point.y)));
    const longest = Math.max(...lines.flatMap((line) => line.points.map((point) => point.x)));
    const grid = document.createElement('div');
    grid.className = 'grid';
    figure.querySelector('.plot').append(grid);
    for (const configuration of distinct(lines.map((line) => line.configuration))) {
      const cell = document.createElement('div');
      const title = document.createElement('h6');
      title.textContent = configuration.title;
      const { box, canvas } = canvasIn(figure, 190, configuration.title);
      cell.append(title, box);
      grid.append(cell);
      const its = lines.filter((line) => line.configuration === configuration).sort((a, b) => b.strong - a.strong);
      new Chart(canvas, {
        type: 'line',
        data: {
          datasets: its.map((line) => ({
            data: line.points,
            dips: line.dips,
            median: line.median,
            borderColor: line.strong ? colour(configuration.index) : style('--faint') + '70',
            borderWidth: line.strong ? 2 : 1,
            pointRadius: 0,
          })),
        },
        options: options({
          parsing: false,
          layout: { padding: { bottom: 4 } },
          scales: {
            x: axis(figure.dataset.x, { axis: { type: 'linear', max: Math.ceil(longest) } }),
            y: axis(figure.dataset.y, { axis: { suggestedMax: highest } }),
          },
        }),
        plugins: [dips],
      });
    }
  }

  const KINDS = { bars: (figure) => bars(figure, false), stack: (figure) => bars(figure, true), threads, curves, time };

  function show(figure) {
    if (figure.dataset.drawn !== undefined) return;
    figure.dataset.drawn = '';
    try {
      KINDS[figure.dataset.kind](figure);
    } catch (error) {
      figure.querySelector('.plot').textContent = 'This chart cannot be drawn. Its figures are below.';
      reportError(error); // Continue: one failed chart must not prevent the others.
    }
  }

  function wipe(figure) {
    figure.querySelectorAll('canvas').forEach((canvas) => Chart.getChart(canvas).destroy());
    figure.querySelector('.plot').replaceChildren();
    delete figure.dataset.drawn;
  }

  const figures = [...document.querySelectorAll('figure.chart')];
  document.querySelectorAll('td[data-bar]').forEach((cell) => cell.style.setProperty('--bar', cell.dataset.bar));
  Chart.defaults.font.size = FONT;
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.locale = 'en';
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    figures.filter((figure) => figure.dataset.drawn !== undefined).forEach((figure) => { wipe(figure); show(figure); });
  });

  /** Draws a few charts at a time, so that the page stays responsive. */
  function showFrom(index) {
    figures.slice(index, index + 5).forEach(show);
    if (index + 5 < figures.length) setTimeout(showFrom, 0, index + 5);
    else document.documentElement.dataset.drawn = 'all';
  }
  figures.forEach(reserve);
  showFrom(0);
})();
