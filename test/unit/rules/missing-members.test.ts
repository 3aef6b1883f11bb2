import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../../packages/checker/src/binding/model';
import { createDescribedService } from '../../../packages/description/src/described-service';
import { compileOpenApi } from '../../../packages/description/src/openapi/compile';
import { applyFix, checkText, type FileFinding } from '../../rules/check-text';

const text = { type: 'string' };
const required = ['title', 'author', 'isbn', 'genre', 'description'];
const book = { type: 'object', required, properties: Object.fromEntries(required.map((name) => [name, text])) };
const many = Array.from({ length: 15 }, (_, index) => `field${index}`);
const wide = { type: 'object', required: many, properties: Object.fromEntries(many.map((name) => [name, text])) };
const parameter = (place: string) => (name: string) => ({ name, in: place, required: true, schema: text });
const body = (mediaType: string, schema: object) => ({ requestBody: { content: { [mediaType]: { schema } } } });

const compiled = compileOpenApi({
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': { post: body('application/json', book), get: { parameters: ['from', 'to'].map(parameter('query')) } },
    '/forms': { post: body('application/x-www-form-urlencoded', book) },
    '/heads': { get: { parameters: ['X-One', 'X-Two', 'X-Three'].map(parameter('header')) } },
    '/wide': { post: body('application/json', wide) },
  },
});

const context: CheckContext = {
  endpoints: [{ name: 'books', service: 'books', baseUrl: 'https://books.example' }],
  defaults: {},
  services: [createDescribedService(compiled, { id: 'books' })],
};

/** Returns the only finding about something required, and the text in which it is. */
function foundIn(request: string): { readonly only: FileFinding; readonly whole: string } {
  const whole = `# @endpoint books\n${request}\n`;
  const found = checkText(whole, { context, severities: {} }).filter(
    ({ finding }) => finding.rule === 'required-field',
  );
  expect(found).toHaveLength(1);
  return { only: found[0]!, whole };
}

const titles = ({ finding }: FileFinding) => finding.fixes?.().map(({ title }) => title);

describe('several required parts that are missing', () => {
  it('are one finding, whose first fix adds all members', () => {
    const { only, whole } = foundIn('POST /books\n\n{\n  "title": "Emma"\n}');
    expect(only.finding.message).toContain(
      'The request body lacks the required fields `author`, `isbn`, `genre` and `description`',
    );
    expect(titles(only)).toEqual(['Add all 4', 'Add ‘author’', 'Add ‘isbn’', 'Add ‘genre’', 'Add ‘description’']);
    const fixed = applyFix(whole, only, 0) ?? '';
    expect(fixed).toContain(
      '{\n  "title": "Emma",\n  "author": "",\n  "isbn": "",\n  "genre": "",\n  "description": ""\n}',
    );
    expect(checkText(fixed, { context, severities: {} })).toEqual([]);
    expect(foundIn((applyFix(whole, only, 1) ?? '').split('\n').slice(1).join('\n')).only.finding.message).toContain(
      'lacks the required fields `isbn`, `genre` and `description`',
    );
  });

  it.each([
    ['parameters', 'GET /books', 'query parameters `from` and `to`', 'Add both', 'GET /books?from=&to='],
    [
      'header fields',
      'GET /heads',
      'header fields `X-One`, `X-Two` and `X-Three`',
      'Add all 3',
      'GET /heads\nX-One: \nX-Two: \nX-Three: ',
    ],
    [
      'fields of a form',
      'POST /forms\nContent-Type: application/x-www-form-urlencoded\n\ntitle=Emma&author=a&isbn=1',
      'fields `genre` and `description`',
      'Add both',
      'title=Emma&author=a&isbn=1&genre=&description=',
    ],
  ])('are one finding for %s', (_, request, named, title, fixed) => {
    const { only, whole } = foundIn(request);
    expect(only.finding.message).toContain(`lacks the required ${named}`);
    expect(titles(only)?.[0]).toBe(title);
    expect(applyFix(whole, only, 0)).toContain(fixed);
  });

  it('are named one by one as long as a line is short', () => {
    const { only } = foundIn('POST /wide\n\n{}');
    expect(only.finding.message).toMatch(/`field10` and 4 more/);
    expect(titles(only)?.[0]).toBe('Add all 15');
    expect(titles(only)).toHaveLength(13);
  });

  it('leave out what a misspelt name means', () => {
    const { only } = foundIn('POST /books\n\n{ "titel": "Emma", "author": "a", "isbn": "", "genre": "" }');
    expect(only.finding.message).toContain('lacks the required field `description`');
  });
});
