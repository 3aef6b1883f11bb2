import { unsuitable, warning } from '@rulebook/catalogue/makers';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { refused, refusedIf } from '@rulebook/catalogue/provenance';
import { flag, nullable, text, textListOrText, wholeNumber } from '@rulebook/catalogue/shapes';
import { queryClause } from '../search/search-query';
import { reference } from '../source-document';
import type { BehaviourName } from '../behaviours';
import { serverSource, specification } from '../sources';
import { masterTimeoutFrom, timeoutFrom } from '../common-query';
import { aliasConstraints, indexName } from './index-parameters';

const fromReference = reference('What the service does', specification);
const fromServer = reference('What the service does', serverSource);
const othersRefused = refused(fromServer);

const oneRouting: Constraint = unsuitable(',', 'An alias has one routing value for writes.', othersRefused);

const routingValue = (...constraints: readonly Constraint[]): Shape => ({
  type: 'choice',
  options: [{ ...text, constraints }, wholeNumber],
});

function option(name: string, shape: Shape, summary: string, ...aliases: readonly string[]): Field {
  return { name, summary, shape, provenance: fromReference, ...(aliases.length > 0 && { aliases }) };
}

/** What an alias can say of one of its indices. */
const options: readonly Field[] = [
  option('filter', nullable(queryClause), 'The query that restricts what searches through the alias find.'),
  option('routing', routingValue(), 'The value that selects the shard, for writes and searches.'),
  option('index_routing', routingValue(oneRouting), 'The value that selects the shard for writes.'),
  option('search_routing', routingValue(), 'The values that select the shards for searches, separated by commas.'),
  option('is_write_index', flag, 'Whether writes through the alias go into this index.'),
  option('is_hidden', flag, 'Whether patterns leave the alias out. It is the same for all indices of the alias.'),
];

const newAliasOptions = options.map((field): Field =>
  /^(?:index|search)_routing$/.test(field.name)
    ? { ...field, aliases: [field.name.replace('_r', 'R'), field.name.replace('_', '-')] }
    : field,
);

const noFilter: Constraint = {
  ...unsuitable('^null$', 'Servers of version 9 refuse `null` here. Leave the filter out.', othersRefused),
  behaviour: 'strict-new-aliases' satisfies BehaviourName,
};

const filterProvenance = refusedIf(fromReference, 'strict-new-aliases' satisfies BehaviourName);

/** Here, no filter is not said by `null`. */
function withoutNull(given: Field): Field {
  const { shape } = given;
  return shape.type === 'choice' && given.name === 'filter'
    ? { ...given, shape: { ...shape, typeProvenance: filterProvenance, constraints: [noFilter] } }
    : given;
}

const namelessAlias: Constraint = unsuitable('^\\s*$', 'An alias must have a name.', othersRefused);

/** The aliases of an index that is created, by their names. */
export const newAliases: ObjectShape = {
  type: 'object',
  name: 'aliases',
  fields: [],
  entries: {
    keyName: 'alias',
    summary: 'An alias of the index, and what it says of it.',
    shape: {
      type: 'object',
      name: 'alias',
      fields: newAliasOptions.map(withoutNull),
      unlisted: 'warning',
      refusal: othersRefused,
    },
  },
  constraints: [...aliasConstraints, namelessAlias].flatMap((constraint): readonly Constraint[] =>
    constraint.rule === 'unsuitable-text' ? [{ ...constraint, options: { ...constraint.options, ofKeys: true } }] : [],
  ),
};

const notEmpty: Constraint = warning('length-limit', { minimum: 1 }, othersRefused);

const nameText: Shape = { ...text, constraints: [notEmpty] };
const indices: readonly Field[] = [
  option('index', nameText, 'The index, or a pattern.'),
  option('indices', textListOrText, 'The indices, or patterns.'),
];
const mustExist = option('must_exist', flag, 'Whether the request fails if the alias does not exist.');

function oneOf(...fields: readonly string[]): Constraint {
  return warning('member-count', { minimum: 1, maximum: 1, fields }, othersRefused);
}

const ofIndices = oneOf('index', 'indices');
const ofAliases = oneOf('alias', 'aliases');

function actionOf(name: string, fields: readonly Field[], constraints: readonly Constraint[]): ObjectShape {
  return {
    type: 'object',
    name: `${name} action`,
    fields,
    constraints,
    isComplete: true,
    unlisted: 'warning',
    refusal: othersRefused,
  };
}

const newName: Shape = { ...text, constraints: [notEmpty, ...aliasConstraints] };

const action: ObjectShape = {
  type: 'object',
  name: 'alias action',
  isComplete: true,
  unlisted: 'warning',
  refusal: othersRefused,
  constraints: [oneOf('add', 'remove', 'remove_index')],
  fields: [
    option(
      'add',
      actionOf(
        'add',
        [
          ...indices,
          option('alias', newName, 'The alias that the indices get.'),
          option(
            'aliases',
            { type: 'choice', options: [{ type: 'array', items: newName }, newName] },
            'The aliases that the indices get.',
          ),
          ...options,
        ],
        [ofIndices, ofAliases],
      ),
      'Gives indices aliases, or changes what they say.',
    ),
    option(
      'remove',
      actionOf(
        'remove',
        [
          ...indices,
          option('alias', nameText, 'The alias that the indices lose, or a pattern.'),
          option('aliases', textListOrText, 'The aliases that the indices lose, or patterns.'),
          mustExist,
        ],
        [ofIndices, ofAliases],
      ),
      'Removes aliases of indices.',
    ),
    option('remove_index', actionOf('remove_index', [...indices, mustExist], [ofIndices]), 'Deletes indices.'),
  ],
};

const changeBody: ObjectShape = {
  type: 'object',
  name: 'changes of aliases',
  refusal: othersRefused,
  fields: [
    {
      ...option(
        'actions',
        {
          type: 'array',
          items: action,
          constraints: [warning('item-count', { minimum: 1 }, othersRefused)],
        },
        'The changes. They are made together, or none of them is.',
      ),
      required: { severity: 'warning', provenance: othersRefused },
      example: '[{ "add": { "index": "my-index", "alias": "my-alias" } }]',
    },
  ],
};

const putBody: ObjectShape = {
  type: 'object',
  name: 'alias',
  // Servers read a body that is not an object as one that says nothing.
  typeProvenance: fromReference,
  isOpen: true,
  // Here, servers do not read whether the alias is hidden.
  fields: options.filter(({ name }) => name !== 'is_hidden').map(withoutNull),
  constraints: [
    {
      ...unsuitable(
        '^(?!(?:filter|is_write_index|index|indices|alias|aliases|routing|(?:index|search)(?:_r|-r|R)outing)$)',
        'Servers of version 9 refuse members that they do not know here.',
        othersRefused,
        { ofKeys: true },
      ),
      behaviour: 'strict-aliases' satisfies BehaviourName,
    },
  ],
};

const textBehind = { text: 'Servers read one value, and ignore what comes after it.', source: serverSource };
const query: readonly Field[] = [masterTimeoutFrom(fromReference), timeoutFrom(fromReference)];

const acknowledged: ObjectShape = {
  type: 'object',
  name: 'answer',
  isOpen: true,
  fields: [
    option('acknowledged', flag, 'Whether the cluster acknowledged the request.'),
    option('errors', flag, 'Whether one of the changes failed.'),
  ],
};

const responses: Operation['responses'] = [
  { status: 200, summary: 'The aliases were changed.', shape: acknowledged, provenance: fromReference },
  { status: 400, summary: 'The service refused a name or a change.', provenance: fromReference },
  { status: 404, summary: 'An index or an alias does not exist.', provenance: fromReference },
];

function putAlias(id: string, path: string, title: string): Operation {
  return {
    id: `search-cluster.${id}`,
    service: 'search-cluster',
    title,
    summary: 'Gives indices an alias, or changes what it says of them.',
    provenance: fromReference,
    methods: ['PUT', 'POST'],
    path,
    // Its filter is checked as the query of a search.
    indexEffect: 'search',
    parameters: {
      path: [
        indexName,
        {
          name: 'name',
          summary: 'The alias.',
          provenance: fromReference,
          shape: { ...text, constraints: aliasConstraints },
          required: true,
        },
      ],
      query,
    },
    body: {
      shape: putBody,
      provenance: fromReference,
      textBehind,
    },
    responses,
    notes: [],
  };
}

/** The operations that change aliases. */
export const aliasOperations: readonly Operation[] = [
  putAlias('alias.put', '/{index}/_alias/{name}', 'Give an index an alias'),
  putAlias('alias.put-too', '/{index}/_aliases/{name}', 'Give an index an alias, by the longer path'),
  {
    id: 'search-cluster.alias.change',
    service: 'search-cluster',
    title: 'Change several aliases at once',
    summary: 'Gives indices aliases and removes them, all together.',
    provenance: fromReference,
    methods: ['POST'],
    path: '/_aliases',
    parameters: { path: [], query },
    body: { shape: changeBody, required: true, provenance: fromReference, textBehind },
    responses,
    notes: [],
  },
];
