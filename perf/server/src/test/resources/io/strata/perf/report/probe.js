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
    return sets.flatMap((set) => set.data).filter((value) => value !== null)
      .map((value) => (typeof value === 'object' ? value.y : value));
  }

  /** Every number that the table of a figure has for its chart. */
  function tabled(figure) {
    const rows = [...figure.querySelectorAll('tbody tr')];
    switch (figure.dataset.kind) {
      case 'curves':
        return rows.flatMap((row) => [...row.cells].slice(1).map((cell) => cell.textContent)).filter((text) => text !== '–').map(Number);
      case 'time':
        return rows.flatMap((row) => row.cells[3].textContent.split(' ').map((text) => Number(text) * 1000 / Number(row.dataset.interval)));
      default:
        return rows.filter((row) => row.dataset.value !== undefined).map((row) => Number(row.dataset.value));
    }
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
      empty: figures.filter((figure) => !figure.querySelector('canvas')).map(named),
      different: figures.filter((figure) => !same(
        sorted([...figure.querySelectorAll('canvas')].flatMap((canvas) => shown(frame, canvas))), sorted(tabled(figure)))).map(named),
      notFromZero: canvases.filter((canvas) => Object.values(frame.contentWindow.Chart.getChart(canvas).scales)
        .some((scale) => scale.type !== 'category' && scale.min !== 0)).map((canvas) => canvas.getAttribute('aria-label')),
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
