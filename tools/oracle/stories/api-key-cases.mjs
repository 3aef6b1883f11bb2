// API keys without descriptors: what servers accept, and what they refuse.
import { times } from './builders.mjs';

/** Keys without descriptors: names, times and metadata. @type {readonly object[]} */
export const acceptedKeys = [
  ...[
    'k',
    'K',
    'a b',
    'a.b',
    'ä',
    '日誌',
    'a/b',
    'a*',
    'x'.repeat(255),
    'x'.repeat(256),
    'a_b',
    '-a',
    '5',
    'same',
    'same',
  ].map((name) => ({ name })),
  ...times.valid
    .filter((value) => typeof value === 'string' && /[a-zA-Z]/.test(value))
    .map((expiration) => ({ name: 'timed', expiration })),
  { name: 'k', expiration: null },
  { name: 'k', metadata: {} },
  { name: 'k', metadata: { a: 1, b: { c: [true, null] } } },
  { name: 'k', metadata: { a: { _b: 1 } } },
  { name: 'k', metadata: null },
  { name: 'k', role_descriptors: {} },
  { name: 'k', role_descriptors: null },
];

/** Keys with one mistake. @type {readonly object[]} */
export const refusedKeys = [
  {},
  ...['', ' ', ' a', 'a ', '_a', '_', 'x'.repeat(257), null, 5, true, [], {}, ['k']].map((name) => ({ name })),
  ...[...times.invalid, '0', '-1', 0, -1, '106752d'].map((expiration) => ({ name: 'k', expiration })),
  ...['x', 5, true, [], [1]].map((metadata) => ({ name: 'k', metadata })),
  { name: 'k', metadata: { _a: 1 } },
  { name: 'k', metadata: { _: 1 } },
  ...['x', 5, true, [], [{}], ['all']].map((descriptors) => ({ name: 'k', role_descriptors: descriptors })),
  { names: 'k' },
  { Name: 'k' },
  { name: 'k', unknown: 1 },
  { name: 'k', role_descriptor: {} },
  { name: 'k', roles: [] },
  { name: 'k', expires: '1d' },
  { name: 'k', refresh: true },
  { name: 'k', type: 'rest' },
  { name: 'k', access: {} },
  { name: 'k', id: 'mine' },
];
