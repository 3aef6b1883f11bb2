import fc from 'fast-check';

/** A replacement in the text of a file; offsets count UTF-16 units. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** Something that a person does in an editor. */
export interface Step {
  readonly kind: 'insert' | 'remove' | 'word' | 'line' | 'type' | 'cut' | 'paste' | 'undo' | 'swap' | 'large' | 'whole';
  /** Where, as a number to which the length of the text is the bound; close to the edit before in most cases. */
  readonly at: number;
  readonly isNear: boolean;
  readonly count: number;
  readonly newText: string;
  /** Whether it is sent together with the next one. */
  readonly isHeld: boolean;
}

const pieces = [
  ...[
    'x',
    '1',
    ' ',
    '\t',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '/',
    '*',
    '\\',
    '.',
    '?',
    '&',
    '=',
    '<',
    '>',
    '@',
    '#',
    '-',
    '_',
  ],
  ...[
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '\r\n\r\n',
    '//',
    '/*',
    '*/',
    '"""',
    '{{',
    '}}',
    '{{a}}',
    '"{{a}}"',
    '{}',
    '[]',
    '""',
    '###',
    '###\n',
  ],
  ...['😀', 'é', '\u0000', '\uFEFF', '\uD83D', '\uDE00', '\u2028', '\u0085', '\u00A0', '中文'],
];
const phrases = [
  ...[
    '### next\n',
    '\n###\n',
    'GET /x\n',
    'DELETE /_security/api_key\n',
    // Constructs over separators, and their ends alone.
    '/*\n### off\nGET /off\n*/\n',
    '/*\n',
    '\n*/\n',
    '{ "name": """\n### title\nDELETE /off\n""" }\n',
    '"""\n',
    '{{\n/*\n### c\n*/\n}}\n',
    "curl http://h -d '\nDELETE /off\n'\n",
    '\n@a = 1\n',
    'HTTP/1.1 200 OK\nContent-Type: text/plain\n\nDELETE /off\n',
    'POST {{host}}/a/_close\n',
    'Authorization: ApiKey {{a}}\n',
  ],
  ...[
    '@a = b\n',
    '@a = {{b}}\n',
    '# @name a\n',
    '# @name create\n',
    '# rulebook-ignore\n',
    '# rulebook-ignore wrong-type\n',
    '// c\n',
    '# c\n',
  ],
  ...[
    '< ./a.json\n',
    '<@ ./b.json\n',
    'HTTP/1.1 200 OK\n\n',
    '> {% x %}\n',
    '@@@',
    '"a": 1, ',
    '"name": "n",\n',
    '"name": 5, "name": 6',
  ],
  ...[
    '{ "name": "n" }',
    '\n\n{ "name": "n" }\n',
    '"""text"""',
    '"""\n{ "a": "b" }\n"""',
    '/* c */',
    '// c',
    '"type": "fs", ',
    'null',
    '-1.5e9',
  ],
  ...[
    '{"index": {}}\n{"a": 1}\n',
    '}, "role": {',
    'Content-Type: text/plain\n',
    'Content-Type: application/json\r\n',
    '{{$guid}}',
    '{{a.response.body.id}}',
  ],
];

/** Steps; some are frequent, and those that change much are rare. */
export const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 10, arbitrary: fc.constant('insert' as const) },
    { weight: 6, arbitrary: fc.constant('remove' as const) },
    { weight: 2, arbitrary: fc.constantFrom('word' as const, 'line' as const) },
    { weight: 2, arbitrary: fc.constant('type' as const) },
    { weight: 2, arbitrary: fc.constantFrom('cut' as const, 'paste' as const, 'swap' as const) },
    { weight: 3, arbitrary: fc.constant('undo' as const) },
    { weight: 1, arbitrary: fc.constantFrom('large' as const, 'large' as const, 'whole' as const) },
  ),
  at: fc.oneof({ weight: 12, arbitrary: fc.nat(2 ** 30) }, { weight: 1, arbitrary: fc.constantFrom(-1, -2) }),
  isNear: fc.boolean(),
  count: fc.oneof(
    { weight: 5, arbitrary: fc.nat(3) },
    { weight: 2, arbitrary: fc.nat(40) },
    { weight: 1, arbitrary: fc.nat(400) },
  ),
  newText: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...pieces) },
    { weight: 3, arbitrary: fc.constantFrom(...phrases) },
    { weight: 1, arbitrary: fc.array(fc.nat(0xffff), { maxLength: 4 }).map((units) => String.fromCharCode(...units)) },
    { weight: 1, arbitrary: fc.constant('') },
  ),
  isHeld: fc.nat(7).map((number) => number === 0),
});

/** An editor's memory of one file: its text, the clipboard, and what can be undone. */
export interface EditedText {
  readonly text: () => string;
  /** Returns what a step replaces, one after the other, and holds the text after it. */
  readonly apply: (step: Step) => readonly Replacement[];
}

/** Opens a text; `keepsPairs` where a position inside a pair of surrogates cannot be said. */
export function editText(start: string, keepsPairs: boolean): EditedText {
  let text = start;
  let cursor = 0;
  let clipboard = '### pasted\nPUT /_security/api_key\n\n{ "name": "n" }\n';
  const undoable: Replacement[] = [];
  const bound = Math.max(2 * start.length, 2000);

  const inside = (offset: number): number => {
    const at = Math.max(0, Math.min(text.length, offset));
    const isSplit = text[at - 1] === '\r' && text[at] === '\n';
    return isSplit || (keepsPairs && isPair(text, at - 1)) ? at - 1 : at;
  };
  const replace = (start: number, end: number, newText: string): Replacement => {
    const replacement = { start: inside(Math.min(start, end)), end: inside(Math.max(start, end)), newText };
    undoable.push({
      start: replacement.start,
      end: replacement.start + newText.length,
      newText: text.slice(replacement.start, replacement.end),
    });
    text = text.slice(0, replacement.start) + newText + text.slice(replacement.end);
    cursor = replacement.start + newText.length;
    return replacement;
  };
  const lineAround = (offset: number): readonly [number, number] => {
    const end = text.indexOf('\n', offset);
    return [text.lastIndexOf('\n', offset - 1) + 1, end === -1 ? text.length : end + 1];
  };
  const requestAround = (offset: number): readonly [number, number] => {
    const end = text.indexOf('\n###', offset);
    return [offset === 0 ? 0 : text.lastIndexOf('\n###', offset - 1) + 1, end === -1 ? text.length : end + 1];
  };

  const apply = ({ kind, at, isNear, count, newText }: Step): readonly Replacement[] => {
    const anywhere = at % (text.length + 1);
    const offset = at === -1 ? 0 : at === -2 ? text.length : isNear ? inside(cursor - 6 + (at % 13)) : anywhere;
    switch (kind) {
      case 'insert':
        return [replace(offset, offset, newText)];
      case 'remove':
        return [replace(offset, offset + count, text.length > bound ? '' : newText.slice(0, count % 3))];
      case 'word': {
        const [word = ''] = /^\w*/.exec(text.slice(offset, offset + 100)) ?? [];
        return [replace(offset, offset + word.length, newText)];
      }
      case 'line': {
        const [start, end] = lineAround(offset);
        return [replace(start, end, newText.endsWith('\n') ? newText : '')];
      }
      case 'type': {
        // Each character is an edit of its own, as when a user types.
        const typed: Replacement[] = [];
        cursor = offset;
        for (const character of newText) typed.push(replace(cursor, cursor, character));
        return typed;
      }
      case 'cut': {
        const [start, end] = requestAround(offset);
        clipboard = text.slice(start, end);
        return [replace(start, end, '')];
      }
      case 'paste': {
        const [start] = requestAround(offset);
        return [replace(start, start, text.length > bound ? '' : clipboard)];
      }
      case 'swap': {
        // Two changes that belong together: a line is taken out here, and put in there.
        const [start, end] = lineAround(offset);
        const line = text.slice(start, end);
        const removed = replace(start, end, '');
        const [target] = lineAround(at % (text.length + 1));
        return [removed, replace(target, target, line)];
      }
      case 'undo': {
        const replacements: Replacement[] = [];
        for (let times = 0; times <= count % 3; times++) {
          const last = undoable.pop();
          if (!last) break;
          replacements.push(replace(last.start, last.end, last.newText));
          // An undone edit is not undone again.
          undoable.pop();
        }
        return replacements;
      }
      case 'large': {
        const length = (at >> 3) % Math.max(1, text.length >> 1);
        const other = (at >> 5) % (text.length + 1);
        return [replace(offset, offset + length, text.slice(other, other + (text.length > bound ? 0 : length)))];
      }
      case 'whole':
        return [replace(0, text.length, text)];
    }
  };
  return { text: () => text, apply };
}

function isPair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(at, at + 2));
}

/** A position of the protocol, counted once more on a plain string. */
export function positionAt(text: string, offset: number, isUtf8: boolean): { line: number; character: number } {
  const ends = /\r\n|\n|\r/g;
  let [line, start] = [0, 0];
  for (let found = ends.exec(text); found && ends.lastIndex <= offset; found = ends.exec(text)) {
    line++;
    start = ends.lastIndex;
  }
  return { line, character: isUtf8 ? Buffer.byteLength(text.slice(start, offset)) : offset - start };
}
