import type { Field } from '../model';
import { text, wholeNumber } from '../shapes';
import { besideHooks, besideLimits, fromCollaborators, fromHooks, fromLimits, retiredOpenApi } from './sources';

const owner: Field = {
  name: 'owner',
  summary: 'The account that the repository belongs to, in any case.',
  provenance: fromHooks,
  required: true,
  shape: text,
};

const repo: Field = {
  name: 'repo',
  summary: 'The name of the repository, in any case and without `.git`.',
  provenance: fromHooks,
  required: true,
  shape: {
    type: 'string',
    constraints: [
      {
        rule: 'forbidden-affix',
        options: { suffix: '.git', message: 'The name of the repository stands here without `.git`.' },
        severity: 'error',
        provenance: fromHooks,
      },
    ],
  },
};

const hookId: Field = {
  name: 'hook_id',
  summary: 'The `id` of the webhook.',
  provenance: fromHooks,
  required: true,
  shape: wholeNumber,
};

const deliveryId: Field = {
  name: 'delivery_id',
  summary: 'The `id` of the delivery; not its `guid`.',
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
  text: 'Unconfirmed: for a larger number the public service seems to take the largest one, without an error.',
  source: 'behaviour of the public service, as reported',
} as const;

/** How many items a page holds. */
export const perPage: Field = {
  name: 'per_page',
  summary: 'How many items a page holds, at most 100.',
  provenance: fromHooks,
  default: '30',
  shape: {
    type: 'integer',
    constraints: [
      { rule: 'number-range', options: { maximum: 100 }, severity: 'error', provenance: fromLimits },
      { rule: 'number-range', options: { minimum: 1 }, severity: 'warning', provenance: besideLimits },
    ],
  },
  example: '100',
  reference: clamped,
};

/** The number of the page. */
export const page: Field = {
  name: 'page',
  summary: 'The number of the page, counted from 1.',
  provenance: fromHooks,
  default: '1',
  shape: {
    type: 'integer',
    constraints: [{ rule: 'number-range', options: { minimum: 1 }, severity: 'warning', provenance: besideLimits }],
  },
};

/** How many collaborators a page holds; the document gives no default for this list. */
export const collaboratorsPerPage: Field = {
  name: perPage.name,
  summary: perPage.summary,
  shape: perPage.shape,
  example: '100',
  provenance: fromCollaborators,
  reference: {
    text: `Without it, a page holds 30 items. ${clamped.text}`,
    source: `${retiredOpenApi}; ${clamped.source}`,
  },
};

/** The number of the page of collaborators. */
export const collaboratorsPage: Field = {
  name: page.name,
  summary: page.summary,
  shape: page.shape,
  provenance: fromCollaborators,
  reference: { text: 'Without it, the first page is meant.', source: retiredOpenApi },
};

/** Where a page of deliveries begins. */
export const cursor: Field = {
  name: 'cursor',
  summary: 'Where the page begins: a text from the `link` header of an earlier answer.',
  provenance: fromHooks,
  shape: text,
};

/** Which deliveries are listed. */
export const deliveryStatus: Field = {
  name: 'status',
  summary: 'Lists only deliveries that succeeded, or only those that failed.',
  provenance: besideHooks,
  shape: {
    type: 'string',
    values: {
      closed: false,
      unlisted: 'warning',
      provenance: besideHooks,
      values: [
        { value: 'success', summary: 'Answered with a status from 200 to 399.' },
        { value: 'failure', summary: 'Answered with a status from 400 to 599.' },
      ],
    },
  },
};
