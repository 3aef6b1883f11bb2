import { field, warning } from '@rulebook/catalogue/makers';
import type { Field } from '@rulebook/catalogue/shape';
import { text, wholeNumber } from '@rulebook/catalogue/shapes';
import {
  referenceOnHooks,
  referenceOnLimits,
  fromCollaborators,
  fromHooks,
  fromLimits,
  retiredOpenApi,
} from './sources';

const owner: Field = {
  name: 'owner',
  summary: 'The account that owns the repository. Case-insensitive.',
  provenance: fromHooks,
  required: true,
  shape: text,
};

const repo: Field = {
  name: 'repo',
  summary: 'The name of the repository, without `.git`. Case-insensitive.',
  provenance: fromHooks,
  required: true,
  shape: {
    type: 'string',
    constraints: [
      {
        rule: 'forbidden-affix',
        options: { suffix: '.git', message: 'Write the name of the repository without `.git`.' },
        severity: 'error',
        provenance: fromHooks,
      },
    ],
  },
};

const hookId: Field = field('hook_id', wholeNumber, 'The `id` of the webhook.', fromHooks, { required: true });

const deliveryId: Field = {
  name: 'delivery_id',
  summary: 'The `id` of the delivery, not its `guid`.',
  provenance: fromHooks,
  required: true,
  shape: wholeNumber,
};

/** The path parameters of operations on a repository. */
export const repositoryPath: readonly Field[] = [owner, repo];
/** The path parameters of operations on a webhook. */
export const hookPath: readonly Field[] = [...repositoryPath, hookId];
/** The path parameters of operations on a delivery. */
export const deliveryPath: readonly Field[] = [...hookPath, deliveryId];

const clamped = {
  text: 'Unconfirmed: the public service seems to use the maximum for a larger number, without an error.',
  source: 'behaviour of the public service, as reported',
} as const;

/** The number of items on a page. */
export const perPage: Field = {
  name: 'per_page',
  summary: 'The number of items on a page.',
  provenance: fromHooks,
  default: '30',
  shape: {
    type: 'integer',
    constraints: [
      { rule: 'number-range', options: { maximum: 100 }, severity: 'error', provenance: fromLimits },
      warning('number-range', { minimum: 1 }, referenceOnLimits),
    ],
  },
  example: '100',
  reference: clamped,
};

/** The number of the page. */
export const page: Field = {
  name: 'page',
  summary: 'The page number, starting at 1.',
  provenance: fromHooks,
  default: '1',
  shape: {
    type: 'integer',
    constraints: [warning('number-range', { minimum: 1 }, referenceOnLimits)],
  },
};

/** The number of collaborators on a page. The document gives no default for this list. */
export const collaboratorsPerPage: Field = {
  name: perPage.name,
  summary: perPage.summary,
  shape: perPage.shape,
  example: '100',
  provenance: fromCollaborators,
  reference: {
    text: `The default is 30. ${clamped.text}`,
    source: `${retiredOpenApi}; ${clamped.source}`,
  },
};

/** The number of the page of collaborators. */
export const collaboratorsPage: Field = {
  name: page.name,
  summary: page.summary,
  shape: page.shape,
  provenance: fromCollaborators,
  reference: { text: 'The default is 1.', source: retiredOpenApi },
};

/** The start of a page of deliveries. */
export const cursor: Field = {
  name: 'cursor',
  summary: 'The start of the page: a value from the `link` header of an earlier response.',
  provenance: fromHooks,
  shape: text,
};

/** Filters the deliveries. */
export const deliveryStatus: Field = {
  name: 'status',
  summary: 'Filters the deliveries by their outcome.',
  provenance: referenceOnHooks,
  shape: {
    type: 'string',
    values: {
      closed: false,
      unlisted: 'warning',
      provenance: referenceOnHooks,
      values: [
        { value: 'success', summary: 'The receiver responded with a status from 200 to 399.' },
        { value: 'failure', summary: 'The receiver responded with a status from 400 to 599.' },
      ],
    },
  },
};
