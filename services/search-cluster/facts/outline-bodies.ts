import { clusterPrivileges, indexPrivileges, remoteIndexPrivileges } from './security/privileges';
import { entriesOfOneRole } from './security/role-descriptor';
import type { Constraint, ConstraintOptions } from '@rulebook/catalogue/constraints';
import type { RequestBody } from '@rulebook/catalogue/operation';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { refused } from '@rulebook/catalogue/provenance';
import { orNull, text, textList, textOrTextList, undescribedObject } from '@rulebook/catalogue/shapes';
import type { ValueSet } from '@rulebook/catalogue/values';
import { serverSource } from './sources';
import { reference } from './source-document';

// What servers refuse in bodies that only the published description has.
const observed = reference('What the service does', serverSource);
const provenance = refused(observed);
const required = { severity: 'warning', provenance } as const;

function member(name: string, summary: string, shape: Shape): Field {
  return { name, summary, provenance, shape: { ...shape, typeProvenance: provenance } };
}

/** A text of which the description says more. */
function plain(name: string, summary: string): Field {
  return { name, summary, provenance, shape: text };
}

function limit<K extends 'conflicting-fields' | 'dependent-field' | 'length-limit'>(
  rule: K,
  options: ConstraintOptions[K],
): Constraint {
  return { rule, options, severity: 'warning', provenance } as Constraint;
}

function unsuitable(pattern: string, message: string, at = provenance): Constraint {
  return { rule: 'unsuitable-text', options: { pattern, message }, severity: 'warning', provenance: at };
}

function body(name: string, fields: readonly Field[], more: Partial<ObjectShape> = {}): RequestBody {
  return { shape: { type: 'object', name, isOpen: true, fields, ...more }, provenance };
}

const inSnapshot: readonly Field[] = [
  member('indices', 'The indices, which may be patterns.', textOrTextList),
  member('feature_states', 'The features whose own indices are meant; `none` for none.', textList),
];

/** The body of a new snapshot. */
export const snapshotBody = body('snapshot', [
  ...inSnapshot,
  member('metadata', 'Your own data about the snapshot.', {
    type: 'choice',
    options: [
      {
        ...undescribedObject('metadata of a snapshot'),
        constraints: [limit('length-limit', { maximumBytes: 1024 })],
      },
      { type: 'null', isTolerated: true },
    ],
  }),
]);

/** The body of a restore. */
export const restoreBody = body('restore', [
  ...inSnapshot,
  member('rename_pattern', 'A regular expression for the names of the indices that are restored under another name.', {
    ...text,
    constraints: [
      unsuitable('^[^()[\\]\\\\]*\\([^()[\\]\\\\]*$', 'This regular expression has a group that is not closed.'),
      unsuitable('^[^()[\\]\\\\]*\\)[^()[\\]\\\\]*$', 'This regular expression closes a group that is not open.'),
    ],
  }),
  member('rename_replacement', 'What replaces the matches of `rename_pattern`.', {
    ...text,
    constraints: [
      unsuitable('^(?:[^$\\\\A-Z]|\\$\\d)*[A-Z]', 'The name of an index has no capital letters.', observed),
    ],
  }),
]);

const ofGrant: readonly Field[] = [
  { ...plain('grant_type', 'How the other user is authenticated: `password` or `access_token`.'), required },
  plain('username', 'The name of the other user, for `password`.'),
  plain('password', 'The password of the other user, for `password`.'),
  plain('access_token', 'A token of the other user, for `access_token`.'),
];

/** The body of a key for another user. */
export const grantBody = body('API key grant', ofGrant, {
  constraints: [
    limit('dependent-field', { field: 'grant_type', value: 'password', requires: ['username', 'password'] }),
    limit('dependent-field', { field: 'grant_type', value: 'access_token', requires: ['access_token'] }),
    limit('conflicting-fields', { fields: ['access_token', 'grant_type'], value: 'password' }),
    limit('conflicting-fields', { fields: ['username', 'grant_type'], value: 'access_token' }),
    limit('conflicting-fields', { fields: ['password', 'grant_type'], value: 'access_token' }),
  ],
});

const access = member('access', 'What other clusters may do with the key.', {
  type: 'object',
  name: 'access of other clusters',
  fields: [],
  isOpen: true,
  constraints: [
    {
      rule: 'empty-object',
      options: { message: 'Servers refuse a key without access to any index.', isDeep: 'objects and lists' },
      severity: 'warning',
      provenance,
    },
  ],
});

const expression: Shape = {
  ...text,
  typeProvenance: provenance,
  constraints: [
    unsuitable(
      String.raw`^[*+?]|^(?:[^\\()[\]]|\\.)*\((?:[^\\()[\]]|\\.)*$|^(?:[^\\()[\]]|\\.)*\)`,
      'Servers refuse a regular expression with a mistake: a quantifier at the start, or a bracket without its partner.',
    ),
  ],
};

function identityOfCertificate(shape: Shape): Field {
  const summary = 'A regular expression for the name in the certificate of the cluster that uses the key.';
  return { name: 'certificate_identity', summary, provenance, shape };
}

/** The body of a key for other clusters. */
export const crossClusterBody = body('cross-cluster API key', [
  { ...access, required },
  identityOfCertificate(expression),
]);

/** The body that changes such a key. */
export const changedCrossClusterBody = body('cross-cluster API key update', [
  access,
  identityOfCertificate(orNull(expression)),
]);

/** Servers give ids that say where a search is. */
const madeId: Shape = {
  ...text,
  constraints: [unsuitable('^(?!_all$).{0,15}$', 'This is not an id that a server made.', observed)],
};

const neededUnlessInQuery = {
  ...required,
  message: 'Servers refuse this request without the id of a scroll.',
  unlessQuery: 'scroll_id',
};

/** The body of a request for the next page of a scroll. */
export const scrollBody: RequestBody = {
  ...body('scroll', [{ ...member('scroll_id', 'The id of the scroll.', madeId), required }]),
  required: neededUnlessInQuery,
};

/** The body that names the scrolls to close. */
export const closedScrollsBody: RequestBody = {
  ...body('scrolls to close', [
    {
      ...member('scroll_id', 'The ids of the scrolls.', {
        type: 'choice',
        options: [{ type: 'array', items: madeId }, madeId],
      }),
      required,
    },
  ]),
  required: neededUnlessInQuery,
};

/** The body that names the point in time to close. */
export const closedPointBody = body('point in time to close', [
  { ...member('id', 'The id of the point in time.', madeId), required },
]);

function listOf(values: ValueSet): Shape {
  return { type: 'array', items: { type: 'string', values } };
}

function onIndices(name: string, values: ValueSet): Shape {
  const fields = [member('privileges', 'The index privileges on these indices.', listOf(values))];
  return { type: 'array', items: { type: 'object', name, isOpen: true, fields } };
}

/** The body of a role; what else is in it is described. */
export const roleBody = body(
  'role',
  [
    member('cluster', 'The cluster privileges.', listOf(clusterPrivileges)),
    member('run_as', 'The users in whose names requests may be sent.', textList),
    {
      name: 'indices',
      summary: 'The privileges on indices.',
      provenance: observed,
      shape: onIndices('index permission of a role', indexPrivileges),
    },
    {
      name: 'remote_indices',
      summary: 'The privileges on indices of other clusters.',
      provenance: observed,
      shape: onIndices('index permission on other clusters', remoteIndexPrivileges),
    },
  ],
  { constraints: [entriesOfOneRole] },
);
