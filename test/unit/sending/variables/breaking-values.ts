import fc from 'fast-check';

/** What breaks out of one place or another. */
const pieces = [
  ...[
    'a',
    'é',
    ' ',
    '"',
    "'",
    '\\',
    '\\"',
    '\\n',
    '\n',
    '\r\n',
    '\t',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '(',
    ')',
    '#',
    '$',
  ],
  ...['/', '..', '.', '../', '%2e', '%2F', '%252e', ';', '&', '=', '?', '@', '%', '+', '<', '>', '--b', '\r\n--b\r\n'],
  ...[
    '"}}\n{"delete":{"_id":"1"}}\n',
    '","admin":true,"b":"',
    '</a><admin>',
    ']]>',
    '-->',
    '"""',
    '; admin=1',
    '&admin=1',
    '-',
    ']',
    '<b/>',
    'query',
    '\r\nX-Admin: 1',
    '; filename="a"',
    ' admin="1"',
    '\n===\n',
  ],
];
/** Values that try to break out of their place. */
export const breakingValue = fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((parts) => parts.join(''));
