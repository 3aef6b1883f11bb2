import type { Field, ObjectShape } from '@rulebook/catalogue/shape';
import { text, wholeNumber } from '@rulebook/catalogue/shapes';
import { referenceOnErrors } from './sources';

const provenance = referenceOnErrors;

const field = (name: string, summary: string, shape: Field['shape'] = text): Field => ({
  name,
  summary,
  provenance,
  shape,
});

const common: readonly Field[] = [
  field('message', 'What went wrong, in words.'),
  field('documentation_url', 'The URL of the documentation for the operation.'),
];

const problem: ObjectShape = {
  type: 'object',
  name: 'problem',
  isOpen: true,
  fields: [
    field('resource', 'The kind of resource with the problem.'),
    field('field', 'The field with the problem.'),
    {
      ...field('code', 'The kind of problem, as a code for programs.'),
      shape: {
        type: 'string',
        values: {
          noun: 'problem',
          closed: false,
          provenance,
          values: [
            { value: 'missing', summary: 'The resource does not exist.' },
            { value: 'missing_field', summary: 'A required field is missing.' },
            { value: 'invalid', summary: 'The format of a field is wrong.' },
            { value: 'already_exists', summary: 'Another resource already has the same value.' },
            { value: 'unprocessable', summary: 'The input is invalid.' },
            { value: 'custom', summary: '`message` describes the problem.' },
          ],
        },
      },
    },
    field('message', 'The problem in words.'),
    field('index', 'The position of the list item with the problem.', wholeNumber),
  ],
};

/** The body of a response that refuses a request. */
export const failureBody: ObjectShape = {
  type: 'object',
  name: 'failure',
  isOpen: true,
  fields: [
    ...common,
    field('url', 'The URL of the request.'),
    field('status', 'The status code as a string.', { type: 'choice', options: [text, wholeNumber] }),
  ],
};

/** The body of a response that refuses fields of a request. */
export const validationFailureBody: ObjectShape = {
  type: 'object',
  name: 'validation failure',
  isOpen: true,
  fields: [
    ...common,
    field('errors', 'The problems, one item each.', {
      type: 'array',
      items: { type: 'choice', options: [problem, text] },
    }),
    field('status', 'The status code as a string.', { type: 'choice', options: [text, wholeNumber] }),
  ],
};
