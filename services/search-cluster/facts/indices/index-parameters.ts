import { field, warning } from '@rulebook/catalogue/makers';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Field } from '@rulebook/catalogue/shape';
import type { QueryRelation } from '@rulebook/catalogue/operation';
import type { Severity } from '@rulebook/catalogue/facts';
import { refused } from '@rulebook/catalogue/provenance';
import { flag, text } from '@rulebook/catalogue/shapes';
import { indexChoiceFrom, knownKinds, masterTimeoutFrom, timeoutFrom } from '../common-query';
import { referenceOnFlattened, flattenedPage, fromFlattenedUsage } from '../mappings/flattened-sources';
import { conventions, serverSource, specification } from '../sources';
import type { BehaviourName } from '../behaviours';

const fromServers = referenceOnFlattened(serverSource);
/** What is at the start of a list of names. */
export const exclusion: Constraint = {
  ...warning(
    'noted-value',
    {
      pattern: '^-',
      message:
        'Servers of version 9.5 take a list that begins with an exclusion for all other names. Those of version 8 look for a name with this sign.',
    },
    fromServers,
  ),
  severity: 'information',
  behaviour: 'free-exclusions' satisfies BehaviourName,
};
/** The index in the path. */
export const indexName: Field = field('index', text, 'The name of the index.', fromFlattenedUsage, { required: true });

/** The index in the path, or several of them. */
export const listedIndexName: Field = { ...indexName, shape: { ...text, constraints: [exclusion] } };

const referenceOnNames = refused(referenceOnFlattened(specification));
/** Names with date math are in `<` and `>`, and mean another name. */
const plainName = '(?!<)';

function unsuitable(pattern: string, message: string): Constraint {
  return warning('unsuitable-text', { pattern, message }, referenceOnNames);
}

const dateMath = '^<[^{}]*\\{(?:now|[^{}|]*\\|\\|)';

/** What servers refuse in names with date math. */
const dateMathRules: readonly Constraint[] = [
  unsuitable('^<[^>]*$', 'A name with date math ends with `>`.'),
  unsuitable('^<>$', 'A name with date math cannot be empty.'),
  unsuitable(
    `${dateMath}[^{}]*(?:/|[-+]\\d*)(?![\\dyMwdhHms])`,
    'The units of date math are `y`, `M`, `w`, `d`, `h`, `H`, `m` and `s`.',
  ),
  unsuitable(
    '^<[^{}]*\\{\\d[^{}|-]*-[^{}|]*\\|\\|[^{}]*\\{[^{}-]*\\}',
    'A date in date math has the format that follows it in braces.',
  ),
];

/** Characters that no name may have. */
const badCharacter = '[/\\\\*?"<>| ,#:]';

/** Returns rules for names. */
function nameRules(noun: string, start: string, bad: string): readonly Constraint[] {
  return [
    unsuitable(start, `${noun} cannot begin with \`-\`, \`_\` or \`+\`.`),
    unsuitable('^\\.\\.?$', `${noun} cannot be \`.\` or \`..\`.`),
    unsuitable(
      bad,
      `${noun} cannot contain a space or any of \`\\\`, \`*\`, \`?\`, \`"\`, \`<\`, \`>\`, \`|\`, \`,\`, \`#\` and \`:\`.`,
    ),
    warning('length-limit', { maximum: 255, unit: 'byte' }, referenceOnNames),
  ];
}

/** Rules for the names of indices, and of aliases in their place. */
const nameConstraints = [...nameRules('An index name', '^[-_+]', `^${plainName}.*${badCharacter}`), ...dateMathRules];

/** Rules for the name of a new alias. */
export const aliasConstraints = nameRules('An alias', '^[-_+]', badCharacter);

/** Uppercase letters of the most common scripts. */
const capital = '[A-Z\\u00c0-\\u00d6\\u00d8-\\u00de\\u0391-\\u03a9\\u0410-\\u042f]';
/** A name with one, in date math outside of the braces. */
const withCapital = `^(?:(?!<).*|<[^{}]*|<.*\\}(?=[^{}]*$)[^{}]*)${capital}`;

function smallLetters(message: string, severity: Severity): Constraint {
  return {
    rule: 'unsuitable-text',
    options: { pattern: withCapital, message, fix: { kind: 'lower-case' } },
    severity,
    // An alias may contain uppercase letters.
    provenance: severity === 'warning' ? referenceOnNames : referenceOnFlattened(specification),
  };
}

/** Rules for the name of an index that is created. */
export const newIndexConstraints: readonly Constraint[] = [
  ...nameConstraints,
  smallLetters('An index name must be lowercase.', 'warning'),
];

/** The index in the path of a request that creates it. */
export const newIndexName: Field = {
  ...indexName,
  shape: { ...text, constraints: newIndexConstraints },
};

/** The index, or an alias of it, in the path of a request that writes documents. */
export const writtenIndexName: Field = {
  ...indexName,
  shape: {
    ...text,
    constraints: [
      ...nameConstraints,
      smallLetters('An index name must be lowercase. Only an alias can contain uppercase letters.', 'information'),
    ],
  },
};

/** The document's id in the path. */
export const documentId: Field = {
  name: 'id',
  summary: 'The id of the document. You or the service chose it.',
  provenance: fromFlattenedUsage,
  shape: {
    ...text,
    constraints: [warning('length-limit', { maximum: 512, unit: 'byte' }, referenceOnNames)],
  },
  required: true,
};

const referenceOnRefresh = referenceOnFlattened(specification);

/** When a change becomes visible to searches. */
export const refresh: Field = {
  name: 'refresh',
  summary: 'When the change becomes visible to searches.',
  provenance: fromFlattenedUsage,
  bare: 'true',
  shape: {
    type: 'string',
    values: {
      closed: false,
      isComplete: true,
      unlisted: 'warning',
      refusal: refused(referenceOnRefresh),
      provenance: fromFlattenedUsage,
      values: [
        { value: 'true', summary: 'Refresh the affected shards at once.' },
        {
          value: 'false',
          summary: 'Do not refresh anything. The change becomes visible with the next refresh.',
          provenance: referenceOnRefresh,
        },
        {
          value: 'wait_for',
          summary: 'Wait for the next refresh before the response.',
          provenance: referenceOnRefresh,
        },
      ],
    },
  },
  reference: {
    text: 'Without a value, it means `true`. If you leave it out, it means `false`.',
    source: flattenedPage,
  },
};

const fromReference = referenceOnFlattened(specification);

/** How long to wait for the shards. */
export const timeout = timeoutFrom(fromReference, '1m');

/** How long to wait for the cluster's master node. */
export const masterTimeout = masterTimeoutFrom(fromReference);

/** Whether an error in a document shows the document. */
export const sourceOnError: Field = {
  name: 'include_source_on_error',
  variesAs: 'include_source_on_error',
  summary: 'Whether an error about a document includes its source.',
  provenance: fromReference,
  default: 'true',
  bare: 'true',
  shape: flag,
};

/** The query parameters that select indices. */
export const indexChoice = indexChoiceFrom(fromReference);

const copies = {
  pattern: '^(?!(?:all|\\d*)$)[^%]*$',
  message: 'The number of copies is a number or `all`.',
};

/** The number of copies of a shard that must be active. */
export const waitForActiveShards: Field = {
  name: 'wait_for_active_shards',
  summary: 'The number of copies of each shard that must be active: a number or `all`.',
  provenance: fromReference,
  default: '1',
  shape: {
    ...text,
    constraints: [unsuitable(copies.pattern, copies.message)],
  },
};

/** What servers refuse in parameters of operations whose other parameters only the published description says. */
export const outlinedQuery: readonly QueryRelation[] = [
  { name: 'expand_wildcards', ...knownKinds.options },
  { name: 'wait_for_active_shards', ...copies },
  ...['if_seq_no', 'version'].map((name) => ({
    name,
    pattern: '^-',
    message: `Servers refuse a negative \`${name}\`.`,
  })),
].map((relation) => ({ ...relation, severity: 'warning', provenance: refused(referenceOnFlattened(serverSource)) }));

/** What servers refuse in the index of a path that leads to one document. */
export const readIndexConstraints: readonly Constraint[] = [
  unsuitable('^[^<]*[*]', 'A document is in one index. Name it without a pattern, or name its alias.'),
];

/** The value that selects the shard of a document. */
export const routing: Field = {
  name: 'routing',
  summary: 'The value that selects the shard, instead of the id.',
  provenance: referenceOnFlattened(conventions),
  shape: text,
};

/** The pipeline that processes a document first. */
export const pipeline: Field = {
  name: 'pipeline',
  summary: 'The ingest pipeline that processes the document first.',
  provenance: fromReference,
  shape: text,
};

/** Whether the name must be an alias. */
export const requireAlias: Field = {
  name: 'require_alias',
  summary: 'Whether the name must be an alias.',
  provenance: fromReference,
  default: 'false',
  bare: 'true',
  shape: { type: 'boolean' },
};
