import type { TableModel } from '../src/response/view/view-model';
import { button, element, filled } from './elements';

/** More rows are not drawn at once. */
const step = 200;

/** Returns a table of fields. */
export function fieldTable(rows: readonly (readonly string[])[], heads: readonly string[]): Node {
  const head = element('thead', {}, [
    element(
      'tr',
      {},
      heads.map((text) => element('th', { scope: 'col', text })),
    ),
  ]);
  const lines = rows.map(([name = '', ...others]) =>
    element('tr', {}, [element('th', { scope: 'row', text: name }), ...others.map((text) => element('td', { text }))]),
  );
  return element('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': heads.join(', ') }, [
    element('table', { class: 'fields' }, [head, element('tbody', {}, lines)]),
  ]);
}

/** Returns a table of objects that can be sorted and filtered. */
export function rowTable(
  table: TableModel | undefined,
  words: Readonly<Record<string, string>>,
  copy: (text: string) => void,
): Node {
  const { columns = [], rows = [], total = 0, path = '' } = table ?? {};
  let sorted = -1;
  let isDescending = false;
  let drawn = step;
  const word = (name: string) => words[name] ?? name;
  const filter = element('input', {
    type: 'search',
    'aria-label': word('filter'),
    placeholder: word('filter'),
  }) as HTMLInputElement;
  const said = element('span', { class: 'note', role: 'status' });
  const place = element('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': word('table') });
  const compared = (one = '', other = '') => {
    if (one === other) return 0;
    // What is absent comes last.
    if (one === '' || other === '') return one === '' ? 1 : -1;
    const order = isNumber(one) && isNumber(other) ? Number(one) - Number(other) : one.localeCompare(other);
    return isDescending ? -order : order;
  };
  const shownRows = () => {
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rows.filter((row) => wanted.every((one) => row.join('\n').toLowerCase().includes(one)));
    return sorted < 0 ? found : found.toSorted((one, other) => compared(one[sorted], other[sorted]));
  };
  const headOf = (name: string, column: number) => {
    const mark = sorted !== column ? '' : isDescending ? ' ↓' : ' ↑';
    const sort = () => {
      isDescending = sorted === column && !isDescending;
      sorted = column;
      draw();
    };
    const order = sorted !== column ? 'none' : isDescending ? 'descending' : 'ascending';
    return element('th', { scope: 'col', 'aria-sort': order }, [
      button(`${name}${mark}`, sort, { class: 'link', 'aria-label': filled(word('sort'), name) }),
      button(
        word('copyShort'),
        () =>
          copy(
            shownRows()
              .map((row) => row[column] ?? '')
              .join('\n'),
          ),
        {
          class: 'link small',
          'aria-label': filled(word('copySecret'), name),
        },
      ),
    ]);
  };
  const draw = () => {
    const found = shownRows();
    said.textContent = filled(word('shown'), found.length, total, path);
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
    place.replaceChildren(
      element('table', { class: 'rows' }, [
        element('thead', {}, [element('tr', {}, columns.map(headOf))]),
        element('tbody', {}, lines),
      ]),
      ...(found.length > drawn ? [button(word('more'), more, { class: 'action' })] : []),
    );
  };
  filter.addEventListener('input', () => {
    drawn = step;
    draw();
  });
  draw();
  return element('div', {}, [element('div', { class: 'tools' }, [filter, said]), place]);
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text);
}
