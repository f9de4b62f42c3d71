'use strict';
// Examines the report in each frame once it is drawn, and writes its findings as the page's text.
(() => {
  const frames = [...document.querySelectorAll('iframe')];

  function isDrawn(canvas) {
    if (canvas.width < 100 || canvas.height < 100) return false;
    const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const colours = new Set();
    for (let i = 0; i < pixels.length; i += 4) {
      if (pixels[i + 3] > 200) colours.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
    }
    return colours.size > 3;
  }

  /** Every number that the chart on a canvas shows. */
  function shown(frame, canvas) {
    const sets = frame.contentWindow.Chart.getChart(canvas).data.datasets;
    return sets.flatMap((set) => set.data).flatMap((value) => (Array.isArray(value) ? value : value.y));
  }

  /** Every number that the table of a figure has for its chart. */
  function tabled(figure) {
    const rows = [...figure.querySelectorAll('tbody tr')];
    return figure.dataset.kind === 'time'
      ? rows.flatMap((row) => row.cells[2].textContent.split(' ').map(Number))
      : rows.filter((row) => row.dataset.low !== undefined).flatMap((row) => [Number(row.dataset.low), Number(row.dataset.high)]);
  }

  const same = (a, b) => a.length === b.length && a.every((value, i) => Math.abs(value - b[i]) <= 1e-9 * Math.abs(value));
  const sorted = (numbers) => [...numbers].sort((a, b) => a - b);

  function look(frame) {
    const page = frame.contentDocument;
    const root = page.documentElement;
    const figures = [...page.querySelectorAll('figure.chart')];
    const canvases = [...page.querySelectorAll('canvas')];
    const named = (figure) => figure.querySelector('figcaption').textContent + ' of ' + figure.dataset.load;
    const smallest = [...page.querySelectorAll('main *')].filter((element) => element.firstChild && element.firstChild.nodeType === 3)
      .map((element) => parseFloat(frame.contentWindow.getComputedStyle(element).fontSize));
    return {
      width: frame.clientWidth,
      overflow: root.scrollWidth - root.clientWidth,
      figures: figures.length,
      canvases: canvases.length,
      blank: canvases.filter((canvas) => !isDrawn(canvas)).map((canvas) => canvas.getAttribute('aria-label')),
      empty: figures.filter((figure) => tabled(figure).length > 0 && !figure.querySelector('canvas')).map(named),
      different: figures.filter((figure) => !same(
        sorted([...figure.querySelectorAll('canvas')].flatMap((canvas) => shown(frame, canvas))), sorted(tabled(figure)))).map(named),
      smallestFont: Math.min(...smallest, frame.contentWindow.Chart.defaults.font.size),
      ink: frame.contentWindow.getComputedStyle(page.body).color,
      paper: frame.contentWindow.getComputedStyle(page.body).backgroundColor,
    };
  }

  (function wait() {
    if (frames.every((frame) => frame.contentDocument?.documentElement?.dataset.drawn === 'all')) {
      document.body.textContent = JSON.stringify(frames.map(look));
    } else {
      setTimeout(wait, 50);
    }
  })();
})();
