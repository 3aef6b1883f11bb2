import { expect, it } from 'vitest';
import { ownBodyOf, testsOf } from '../../../packages/sandbox/src/contract-tests/index';
import { createEngine } from '../../../packages/engine/src/index';
import { library, serviceOf } from '../../sandbox/played/library';

const service = serviceOf(library);
const endpoint = { name: 'tested', service: 'library', baseUrl: 'http://127.0.0.1:1' };
const engine = createEngine();

function bodiesIn(text: string) {
  const file = engine.openFile(text);
  return Array.from({ length: file.blocks.size }, (_, index) => {
    const context = { endpoints: [endpoint], defaults: { library: 'tested' }, services: [service] };
    const binding = engine.bind(file, index, context);
    return binding && ownBodyOf(binding, `the request ${index + 1}`);
  });
}

it('takes the bodies of requests that are JSON without variables', () => {
  const text =
    'POST /books\n\n{ "title": "Emma" }\n\n###\nPOST /books\n\n{ "title": "{{title}}" }\n\n###\nGET /books\n\n###\nPOST /other\n\n{}\n';
  expect(bodiesIn(text)).toEqual([
    { operation: 'library.addBook', title: 'the request 1', value: { title: 'Emma' } },
    undefined,
    undefined,
    undefined,
  ]);
});

it('sends them as they are, and makes others of the first one', () => {
  const ownBodies = bodiesIn('POST /books\n\n{ "title": "Emma", "year": 1815, "language": "de" }\n').flatMap(
    (body) => body ?? [],
  );
  const plan = testsOf(service, { seed: 1, isChosen: ({ id }) => id === 'library.addBook', ownBodies });
  const cases = [...plan.cases()].filter(({ kind }) => kind !== 'story');
  const bodyOf = (variant: string) => cases.find((one) => one.variant === variant)?.steps.at(-1)?.body;
  expect(bodyOf('as in the request 1')).toEqual({ title: 'Emma', year: 1815, language: 'de' });
  expect(bodyOf('every member')).toMatchObject({ language: 'de' });
  const without = [...testsOf(service, { seed: 1, isChosen: ({ id }) => id === 'library.addBook' }).cases()];
  expect(without.some(({ variant }) => variant.startsWith('as in'))).toBe(false);
});
