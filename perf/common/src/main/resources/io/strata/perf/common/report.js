'use strict';
// Draws each chart from the table below it, in page order.
(() => {
  const FONT = 12;
  const DASHES = [[], [8, 4]];
  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const colour = (index) => style('--d' + (index % 8));
  const distinct = (values) => [...new Set(values)];
  const numbers = (text) => (text ? text.split(' ').map(Number) : []);
  const rowsOf = (figure) => [...figure.querySelectorAll('tbody tr')];

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

  /** Estimates as dots, with their texts, and a line at a ratio of 1. */
  const estimates = {
    id: 'estimates',
    afterDatasetsDraw(chart) {
      const pen = chart.ctx;
      const scale = chart.scales.x;
      const { top, bottom } = chart.chartArea;
      pen.save();
      pen.strokeStyle = pen.fillStyle = style('--ink');
      pen.setLineDash([4, 3]);
      pen.beginPath();
      pen.moveTo(scale.getPixelForValue(1), top);
      pen.lineTo(scale.getPixelForValue(1), bottom);
      pen.stroke();
      pen.font = FONT + 'px ' + Chart.defaults.font.family;
      pen.textAlign = 'left';
      pen.textBaseline = 'middle';
      chart.getDatasetMeta(0).data.forEach((element, i) => {
        const { estimate, high } = chart.data.datasets[0].rows[i];
        pen.beginPath();
        pen.arc(scale.getPixelForValue(estimate), element.y, 4, 0, 7);
        pen.fill();
        pen.fillText(estimate < 10 ? estimate.toFixed(3) : estimate.toFixed(1), scale.getPixelForValue(high) + 8, element.y);
      });
      pen.restore();
    },
  };

  const axis = (title, more) => ({
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

  const isNarrow = (figure) => figure.clientWidth < 345;
  const intervalsOf = (figure) => rowsOf(figure).filter((row) => row.dataset.low !== undefined);
  const pairsOf = (figure) => distinct(rowsOf(figure).map((row) => row.cells[0].textContent));

  /** Returns the height of a figure's chart before it is drawn. */
  const heightOf = (figure) => figure.dataset.kind === 'time' ? 220 : 70 + intervalsOf(figure).length * (isNarrow(figure) ? 70 : 52);

  /** Reserves the height of a chart, so that the page does not shift while charts are drawn. */
  function reserve(figure) {
    const plot = figure.querySelector('.plot');
    const chartsBeside = Math.max(1, Math.floor((plot.clientWidth + 28) / 388));
    const lines = figure.dataset.kind === 'time' ? Math.ceil(pairsOf(figure).length / chartsBeside) : 1;
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

  /** Bars from end to end of each interval. */
  function intervals(figure) {
    const rows = intervalsOf(figure).map((row) => ({
      title: row.cells[0].textContent, low: Number(row.dataset.low), estimate: Number(row.dataset.estimate), high: Number(row.dataset.high),
    }));
    if (rows.length === 0) {
      figure.querySelector('.plot').textContent = 'No such event.';
      return;
    }
    const least = Math.min(...rows.map((row) => row.low));
    const most = Math.max(...rows.map((row) => row.high));
    // Ratios far from 1 would leave no width to the others.
    const type = least > 0 && most / least > 10 ? 'logarithmic' : 'linear';
    const { box, canvas } = canvasIn(figure, heightOf(figure));
    figure.querySelector('.plot').append(box);
    new Chart(canvas, {
      type: 'bar',
      data: {
        labels: rows.map((row) => wrapped(row.title, isNarrow(figure) ? 18 : 30)),
        datasets: [{
          data: rows.map((row) => [row.low, row.high]), rows, backgroundColor: colour(0), barThickness: 6, minBarLength: 2,
        }],
      },
      options: options({
        indexAxis: 'y',
        layout: { padding: { right: 48 } },
        scales: {
          x: axis(figure.dataset.x, { ticks: { maxTicksLimit: 5 }, axis: { type, beginAtZero: false, suggestedMin: Math.min(0.95, least), suggestedMax: Math.max(1.05, most) } }),
          y: axis('', { axis: { grid: { display: false } }, ticks: { autoSkip: false } }),
        },
      }),
      plugins: [estimates],
    });
  }

  /** A chart for each pair of configurations, with a line for each. */
  function time(figure) {
    const grid = document.createElement('div');
    grid.className = 'grid';
    figure.querySelector('.plot').append(grid);
    for (const pair of pairsOf(figure)) {
      const lines = rowsOf(figure).filter((row) => row.cells[0].textContent === pair);
      const cell = document.createElement('div');
      const title = document.createElement('h6');
      title.textContent = pair;
      const { box, canvas } = canvasIn(figure, 220, pair);
      cell.append(title, box);
      grid.append(cell);
      new Chart(canvas, {
        type: 'line',
        data: {
          datasets: lines.map((row, index) => ({
            label: row.cells[1].textContent,
            data: numbers(row.cells[2].textContent).map((y, x) => ({ x: x + 1, y })),
            borderColor: colour(index),
            borderDash: DASHES[index],
            borderWidth: 1.5,
            pointRadius: 0,
          })),
        },
        options: options({
          parsing: false,
          scales: {
            x: axis(figure.dataset.x, { axis: { type: 'linear' } }),
            y: axis(figure.dataset.y, { axis: { beginAtZero: true } }),
          },
          plugins: { legend: { display: true, position: 'top', align: 'start', labels: { color: style('--ink'), boxWidth: 28, boxHeight: 0 } } },
        }),
      });
    }
  }

  const KINDS = { intervals, time };

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
