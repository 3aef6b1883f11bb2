/* global acquireVsCodeApi, document, elements, window */
// Draws the deliveries that the extension sends: a timeline, and a table that says the same and more.
(() => {
  const editor = acquireVsCodeApi();
  const { element, drawn, filled } = elements;
  const page = document.getElementById('page');
  const words = JSON.parse(page.dataset.words);
  const plot = { width: 600, height: 120, left: 8, top: 10, floor: 96, parts: 30 };
  let rows = [];
  let hasMore = false;

  const button = (text, kind, id, attributes = {}) => {
    const made = element('button', { type: 'button', text, ...attributes });
    made.addEventListener('click', () => editor.postMessage({ kind, id: id ?? '' }));
    return made;
  };

  const isFiltered = element('input', { type: 'checkbox', id: 'failed-only' });
  isFiltered.addEventListener('change', () => draw());
  const state = element('p', { role: 'status', 'aria-live': 'polite', class: 'summary' });
  const tools = element('div', { class: 'tools', role: 'group', 'aria-label': words.title }, [
    button(words.refresh, 'refresh'),
    button(words.check, 'check'),
    element('label', { for: 'failed-only' }, [isFiltered, ` ${words.failedOnly}`]),
  ]);
  const chart = element('div');
  // In a narrow group it is scrolled by the arrow keys.
  const table = element('div', { class: 'wide', role: 'region', tabindex: '0', 'aria-label': words.title });
  page.append(tools, state, chart, table);

  const describe = (shown) => {
    const failed = shown.filter((row) => row.isFailed).length;
    return shown.length === 1 ? filled(words.one, failed) : filled(words.several, shown.length, failed);
  };
  const timeline = (shown) => {
    const timed = shown.filter((row) => typeof row.time === 'number');
    if (timed.length === 0) return [];
    const times = timed.map((row) => row.time);
    const first = times.reduce((least, time) => Math.min(least, time));
    const last = times.reduce((most, time) => Math.max(most, time));
    const span = Math.max(last - first, 60000);
    const parts = Array.from({ length: plot.parts }, () => ({ good: 0, bad: 0 }));
    for (const { time, isFailed } of timed) {
      const part = parts[Math.min(plot.parts - 1, Math.floor(((time - first) / span) * plot.parts))];
      part[isFailed ? 'bad' : 'good']++;
    }
    const most = Math.max(...parts.map(({ good, bad }) => good + bad));
    const [from, to] = [first, last].map((one) => new Date(one).toISOString());
    const label = filled(words.timeline, describe(shown), from, to);
    const svg = drawn('svg', {
      class: 'plot',
      viewBox: `0 0 ${plot.width} ${plot.height}`,
      role: 'img',
      'aria-label': label,
    });
    const width = (plot.width - 2 * plot.left) / plot.parts;
    const unit = (plot.floor - plot.top - 12) / most;
    parts.forEach(({ good, bad }, index) => {
      const x = plot.left + index * width + 1;
      const bar = (kind, count, above) => {
        if (count === 0) return;
        svg.append(
          drawn('rect', {
            class: kind,
            x,
            y: plot.floor - (above + count) * unit,
            width: width - 2,
            height: count * unit,
          }),
        );
      };
      bar('good', good, 0);
      bar('bad', bad, good);
      if (good + bad > 0)
        svg.append(
          drawn(
            'text',
            { x: x + width / 2 - 1, y: plot.floor - (good + bad) * unit - 3, 'text-anchor': 'middle' },
            good + bad,
          ),
        );
    });
    svg.append(
      drawn('line', { class: 'axis', x1: plot.left, x2: plot.width - plot.left, y1: plot.floor, y2: plot.floor }),
    );
    const time = (value) => new Date(value).toLocaleString();
    svg.append(
      drawn('text', { x: plot.left, y: plot.floor + 16 }, time(first)),
      drawn('text', { x: plot.width - plot.left, y: plot.floor + 16, 'text-anchor': 'end' }, time(first + span)),
    );
    return [svg];
  };
  const shortTime = ({ time, delivered }) =>
    typeof time === 'number'
      ? new Date(time).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'medium' })
      : delivered;
  const lines = (shown) =>
    shown.map((row) => {
      const name = filled(words.name, `${row.event}${row.action === '' ? '' : ` ${row.action}`}`, row.delivered);
      return element('tr', {}, [
        element('th', { scope: 'row' }, [
          button(row.event || row.id, 'open', row.id, { class: 'link', 'aria-label': filled(words.open, name) }),
          ...(row.action === '' ? [] : [` ${row.action}`]),
          ...(row.isRedelivery ? [element('span', { class: 'note', text: words.redelivery })] : []),
        ]),
        element('td', row.isFailed ? { class: 'failed', text: `✗ ${row.status}` } : { text: row.status }),
        element('td', {
          class: 'number',
          text:
            row.duration === undefined
              ? ''
              : `${row.duration.toLocaleString(undefined, { maximumFractionDigits: 3 })} s`,
        }),
        element('td', { class: 'time', text: shortTime(row), title: row.delivered }),
        element('td', {}, [button(words.again, 'again', row.id, { 'aria-label': filled(words.againNamed, name) })]),
      ]);
    });
  const draw = () => {
    const shown = isFiltered.checked ? rows.filter((row) => row.isFailed) : rows;
    // A drawing replaces the button that has the focus.
    const focused = document.activeElement?.getAttribute('aria-label');
    state.className = 'summary';
    state.textContent = hasMore ? filled(words.andMore, describe(shown)) : describe(shown);
    chart.replaceChildren(...timeline(shown));
    const names = [words.event, words.status, words.duration, words.deliveredAt, words.actions];
    const head = element('thead', {}, [
      element(
        'tr',
        {},
        names.map((text) => element('th', { scope: 'col', text })),
      ),
    ]);
    const caption = element('caption', { class: 'hidden', text: words.title });
    table.replaceChildren(
      ...(shown.length === 0
        ? []
        : [element('table', { class: 'rows' }, [caption, head, element('tbody', {}, lines(shown))])]),
      ...(hasMore ? [button(words.more, 'more')] : []),
    );
    if (focused)
      [...document.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === focused)?.focus();
  };

  window.addEventListener('message', ({ data }) => {
    if (data.kind === 'busy') state.textContent = words.reading;
    else if (data.kind === 'problem') {
      state.className = 'problem';
      state.textContent = data.text;
    } else if (data.kind === 'rows') {
      ({ rows, hasMore } = data);
      draw();
    }
  });
  editor.postMessage({ kind: 'ready', id: '' });
})();
