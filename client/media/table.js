/* global acquireVsCodeApi, document, elements, window */
// Shows the array of objects that the extension sends as a table that can be sorted and filtered, and whose columns can be copied.
(() => {
  const editor = acquireVsCodeApi();
  const { element, filled } = elements;
  const page = document.getElementById('page');
  const words = JSON.parse(page.dataset.words);
  /** More rows are not drawn at once. */
  const step = 200;
  let columns = [];
  let rows = [];
  let total = 0;
  let path = '';
  let sorted = -1;
  let isDescending = false;
  let drawn = step;

  const filter = element('input', { type: 'search', id: 'filter' });
  filter.addEventListener('input', () => {
    drawn = step;
    draw();
  });
  const state = element('p', { role: 'status', 'aria-live': 'polite', class: 'summary' });
  const tools = element('div', { class: 'tools', role: 'search' }, [
    element('label', { for: 'filter', text: words.filter }),
    filter,
  ]);
  const table = element('div', { class: 'wide', role: 'region', tabindex: '0', 'aria-label': words.title });
  page.append(tools, state, table);

  const isNumber = (text) => /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text);
  const compared = (one, other) => {
    if (one === other) return 0;
    // What is absent stands at the end.
    if (one === '' || other === '') return one === '' ? 1 : -1;
    const order = isNumber(one) && isNumber(other) ? Number(one) - Number(other) : one.localeCompare(other);
    return isDescending ? -order : order;
  };
  const shownRows = () => {
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rows.filter((row) => {
      const text = row.join('\n').toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    return sorted < 0 ? found : found.toSorted((one, other) => compared(one[sorted], other[sorted]));
  };
  const button = (text, label, run, attributes = {}) => {
    const made = element('button', { type: 'button', text, 'aria-label': label, ...attributes });
    made.addEventListener('click', run);
    return made;
  };
  const sort = (column) => {
    isDescending = sorted === column && !isDescending;
    sorted = column;
    draw();
  };
  const copy = (column) =>
    editor.postMessage({
      kind: 'copy',
      id: shownRows()
        .map((row) => row[column])
        .join('\n'),
    });
  const hasNumbers = (column) => rows.every((row) => row[column] === '' || isNumber(row[column]));
  const headOf = (name, column) => {
    const isSorted = sorted === column;
    const mark = isSorted ? (isDescending ? ' ↓' : ' ↑') : '';
    return element(
      'th',
      {
        scope: 'col',
        'aria-sort': isSorted ? (isDescending ? 'descending' : 'ascending') : 'none',
        ...(hasNumbers(column) && { class: 'number' }),
      },
      [
        button(`${name}${mark}`, filled(words.sort, name), () => sort(column), { class: 'link' }),
        ' ',
        button(words.copyShort, filled(words.copy, name), () => copy(column), { class: 'small' }),
      ],
    );
  };
  const draw = () => {
    const found = shownRows();
    const focused = document.activeElement?.getAttribute('aria-label');
    const isAll = rows.length === total;
    state.textContent = isAll
      ? filled(words.shown, found.length, total, path)
      : filled(words.shownPart, found.length, rows.length, total, path);
    const head = element('thead', {}, [element('tr', {}, columns.map(headOf))]);
    const lines = found.slice(0, drawn).map((row) =>
      element(
        'tr',
        {},
        row.map((text) => element('td', isNumber(text) ? { class: 'number', text } : { text })),
      ),
    );
    const more = () => {
      drawn += step;
      draw();
    };
    table.replaceChildren(
      element('table', { class: 'rows', 'data-kind': 'cells' }, [
        element('caption', { class: 'hidden', text: words.title }),
        head,
        element('tbody', {}, lines),
      ]),
      ...(found.length > drawn ? [button(words.more, words.more, more)] : []),
    );
    if (focused)
      [...document.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === focused)?.focus();
  };

  window.addEventListener('message', ({ data }) => {
    if (data.kind !== 'table') return;
    ({ columns, rows, total, path } = data);
    draw();
  });
  editor.postMessage({ kind: 'ready', id: '' });
})();
