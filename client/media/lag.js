/* global acquireVsCodeApi, document, elements, window */
// Draws the measurements that the extension sends: a curve, the latest value, and a table of all.
(() => {
  const editor = acquireVsCodeApi();
  const { element, drawn, filled } = elements;
  const page = document.getElementById('page');
  const words = JSON.parse(page.dataset.words);
  const plot = { width: 600, height: 180, left: 44, right: 590, top: 14, floor: 150 };

  const now = element('p', { class: 'now', role: 'status', 'aria-live': 'polite' });
  const problem = element('p', { class: 'problem', role: 'alert' });
  const chart = element('div');
  const body = element('tbody');
  const heads = element(
    'tr',
    {},
    [words.time, words.lag].map((text) => element('th', { scope: 'col', text })),
  );
  const table = element('table', { class: 'rows' }, [element('thead', {}, [heads]), body]);
  page.append(now, problem, chart, element('details', {}, [element('summary', { text: words.measurements }), table]));

  const time = (value) => new Date(value).toLocaleTimeString();
  const draw = (samples, unit) => {
    const latest = samples[samples.length - 1];
    const noun = latest.value === 1 ? unit.replace(/s$/, '') : unit;
    const text = filled(words.behind, latest.value.toLocaleString(), noun);
    // A screen reader reads it again only when it has changed.
    if (now.textContent !== text) now.textContent = text;
    problem.textContent = '';
    const first = samples[0].time;
    const span = Math.max(latest.time - first, 1);
    const most = Math.max(1, ...samples.map(({ value }) => value));
    const least = Math.min(...samples.map(({ value }) => value));
    const x = (at) => plot.left + ((at - first) / span) * (plot.right - plot.left);
    const y = (value) => plot.floor - (value / most) * (plot.floor - plot.top);
    const label = filled(words.curve, text, least, most, time(first), time(latest.time));
    const svg = drawn('svg', {
      class: 'plot',
      viewBox: `0 0 ${plot.width} ${plot.height}`,
      role: 'img',
      'aria-label': label,
    });
    svg.append(
      drawn('line', { class: 'axis', x1: plot.left, x2: plot.right, y1: plot.floor, y2: plot.floor }),
      drawn('line', { class: 'axis', x1: plot.left, x2: plot.left, y1: plot.top, y2: plot.floor }),
      drawn('text', { x: plot.left - 6, y: plot.floor + 4, 'text-anchor': 'end' }, 0),
      drawn('text', { x: plot.left - 6, y: plot.top + 4, 'text-anchor': 'end' }, most.toLocaleString()),
      drawn('text', { x: plot.left, y: plot.floor + 18 }, time(first)),
      drawn('text', { x: plot.right, y: plot.floor + 18, 'text-anchor': 'end' }, time(latest.time)),
      drawn('polyline', { class: 'curve', points: samples.map((one) => `${x(one.time)},${y(one.value)}`).join(' ') }),
      drawn('circle', { class: 'good', cx: x(latest.time), cy: y(latest.value), r: 4 }),
    );
    chart.replaceChildren(svg);
    const lines = [...samples]
      .reverse()
      .map((one) =>
        element('tr', {}, [
          element('th', { scope: 'row', text: time(one.time) }),
          element('td', { text: one.value.toLocaleString() }),
        ]),
      );
    body.replaceChildren(...lines);
  };

  window.addEventListener('message', ({ data }) => {
    if (data.kind === 'samples') draw(data.samples, data.unit);
    else if (data.kind === 'problem') problem.textContent = data.text;
  });
  editor.postMessage({ kind: 'ready', id: '' });
})();
