import type { Field, ObjectShape } from '../model';
import { text, wholeNumber } from '../shapes';
import { besideErrors } from './sources';

const provenance = besideErrors;

const field = (name: string, summary: string, shape: Field['shape'] = text): Field => ({
  name,
  summary,
  provenance,
  shape,
});

const common: readonly Field[] = [
  field('message', 'What went wrong, in words.'),
  field('documentation_url', 'Leads to the page about the operation.'),
];

const problem: ObjectShape = {
  type: 'object',
  name: 'problem',
  isOpen: true,
  fields: [
    field('resource', 'The kind of resource that was refused.'),
    field('field', 'The member that was refused.'),
    {
      ...field('code', 'The kind of problem, for programs.'),
      shape: {
        type: 'string',
        values: {
          noun: 'problem',
          closed: false,
          provenance,
          values: [
            { value: 'missing', summary: 'The resource does not exist.' },
            { value: 'missing_field', summary: 'A required member was not sent.' },
            { value: 'invalid', summary: 'The form of a member is wrong.' },
            { value: 'already_exists', summary: 'Another resource has the same value.' },
            { value: 'unprocessable', summary: 'The input is wrong.' },
            { value: 'custom', summary: 'The message says what is wrong.' },
          ],
        },
      },
    },
    field('message', 'What is wrong, in words.'),
    field('index', 'Which item of a list was refused.', wholeNumber),
  ],
};

/** The body of an answer that refuses a request. */
export const failureBody: ObjectShape = {
  type: 'object',
  name: 'failure',
  isOpen: true,
  fields: [
    ...common,
    field('url', 'What was asked for.'),
    field('status', 'The status as text.', { type: 'choice', options: [text, wholeNumber] }),
  ],
};

/** The body of an answer that refuses the members of a request. */
export const validationFailureBody: ObjectShape = {
  type: 'object',
  name: 'validation failure',
  isOpen: true,
  fields: [
    ...common,
    field('errors', 'Each problem by itself.', {
      type: 'array',
      items: { type: 'choice', options: [problem, text] },
    }),
    field('status', 'The status as text.', { type: 'choice', options: [text, wholeNumber] }),
  ],
};
