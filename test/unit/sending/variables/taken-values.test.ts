import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../packages/engine/src/index';
import { createNamedResponses } from '../../../../packages/sender/src/variables/named-responses';
import { takenBy, withTakenNames } from '../../../../packages/sender/src/plan/taken-values';
import { definitionLayer, resolveIn } from '../../../../packages/sender/src/variables/index';
import { createFiller } from '../../../../packages/sender/src/variables/resolve-variables';
import { segmentsOf } from '../../../../packages/sender/src/plan/segments';

const system = { now: () => 0, guid: () => '', random: () => 0, environment: () => undefined };
const body = '{"token":"t-1","id":12345678901234567890,"a":{"b c":[1,{"length":2}]}}';
const headers = [['Date', 'today']] as const;
const response = {
  ...{ httpVersion: '1.1', status: 201, statusText: 'Created', headers, body },
  ...{ isTruncated: false, size: 1, duration: 1 },
};
const request = { method: 'GET', url: 'http://h/?api_key=sent-key', headers: [] };

/** Returns the text with its variables filled in, at the end of a file whose requests all had the response. */
function filled(file: string, text: string, line?: number) {
  const engine = createEngine();
  const context = { endpoints: [], defaults: {} };
  const answers = createNamedResponses();
  for (const plan of engine.planAll(engine.openFile(file), { context, severities: {} }))
    answers.take(plan.taken ?? [], response, request);
  const filler = createFiller(resolveIn([definitionLayer(file)], line), system, answers.resolve);
  const value = filler.fill(segmentsOf(text));
  return { value, missing: filler.unresolved.map(answers.explain), secrets: answers.secretsFor(filler.used), answers };
}

const behind = (definition: string) => `POST http://h/\n\n{"a": 1}\n\n${definition}\n`;

describe('a definition behind a request', () => {
  it.each([
    ['response.parsedBody.token', 't-1'],
    [' % response.parsedBody.token ', 't-1'],
    ['response.parsedBody.id', '12345678901234567890'],
    ["response.parsedBody.a['b c'][0]", '1'],
    ["response.parsedBody['token']", 't-1'],
    ['response.parsedBody.a', '{"b c":[1,{"length":2}]}'],
    ['response.parsedBody', body],
    ['response.body', body],
    ["response.headers['Date']", 'today'],
    ['response.headers.date', 'today'],
    ['response.statusCode', '201'],
    ['response.statusMessage', 'Created'],
  ])('takes {{%s}} from its response', (path, value) => {
    expect(filled(behind(`@x = {{${path}}}`), '{{x}}')).toMatchObject({ value, missing: [] });
  });

  it.each([
    'response.parsedBody.token.length',
    'response.parsedBody?.token',
    'response.parsedBody.token + 1',
    'response.parsedBody.keys()',
    'response.body.token',
    'response.other',
    'response',
    'login.parsedBody.token',
  ])('takes nothing by {{%s}}', (path) => {
    expect(takenBy('x', `{{${path}}}`)).toEqual([]);
    expect(withTakenNames('x', `{{${path}}}`)).toBe(`{{${path}}}`);
  });

  it('may have a text and other variables around it', () => {
    const text = behind('@n = 7\n@x = a {{response.parsedBody.token}} {{n}} {{response.statusCode}}');
    expect(filled(text, '{{x}}').value).toBe('a t-1 7 201');
  });

  it('has no value above its request, or without one', () => {
    expect(filled('@x = {{response.statusCode}}\nGET http://h/\n', '{{x}}').missing).toEqual([undefined]);
    expect(filled('### a\n@x = {{response.statusCode}}\n', '{{x}}').missing).toEqual([undefined]);
  });

  it('counts by its place, as all definitions do', () => {
    const text = `${behind('@x = {{response.statusCode}}')}\n###\nGET http://h/1\n\n###\n@x = 5\nGET http://h/2\n`;
    const lineOf = (path: string) => text.slice(0, text.indexOf(path)).split('\n').length - 1;
    expect(filled(text, '{{x}}', lineOf('/1')).value).toBe('201');
    expect(filled(text, '{{x}}', lineOf('/2')).value).toBe('5');
  });

  it('keeps the values of different definitions apart', () => {
    const { answers } = filled(behind('@x = {{response.statusCode}}\n@y = {{response.statusCode}}'), '');
    answers.take(takenBy('y', '{{response.statusCode}}'), { ...response, status: 500 }, request);
    expect(['x', 'y'].map((name) => answers.resolve(`response.statusCode of @${name}`))).toEqual(['201', '500']);
  });

  it('says what to send, or what the response lacks', () => {
    const text = behind('@x = {{response.parsedBody.none}}');
    expect(filled(text, '{{x}}').missing).toEqual([
      'the response of the request above the line @x has no value at response.parsedBody.none',
    ]);
    const answers = createNamedResponses();
    expect(answers.explain('response.parsedBody.none of @x')).toBe('send the request above the line @x first');
  });

  it('forgets what a later response does not have', () => {
    const { answers } = filled(behind('@x = {{response.parsedBody.token}}'), '');
    answers.take(takenBy('x', '{{response.parsedBody.token}}'), { ...response, body: '{}' }, request);
    expect(answers.resolve('response.parsedBody.token of @x')).toBeUndefined();
  });

  it('masks the secrets of the response and of its request', () => {
    expect(filled(behind('@x = {{response.parsedBody.token}}'), '{{x}}').secrets).toEqual(
      expect.arrayContaining(['t-1', 'sent-key']),
    );
  });

  it('gives no value to variables of a response', () => {
    const { answers } = filled(behind('@x = {{response.parsedBody.s}}'), '');
    answers.take(takenBy('x', '{{response.parsedBody.s}}'), { ...response, body: '{"s":"{{y}}"}' }, request);
    const filler = createFiller(
      resolveIn([definitionLayer(behind('@y = 1\n@x = {{response.parsedBody.s}}'))]),
      system,
      answers.resolve,
    );
    expect(filler.fill(segmentsOf('{{x}}'))).toBe('{{y}}');
  });
});

describe('the body of a named response under its name', () => {
  const needed = (text: string) => {
    const engine = createEngine();
    const plans = [
      ...engine.planAll(engine.openFile(text), { context: { endpoints: [], defaults: {} }, severities: {} }),
    ];
    return plans.at(-1)?.dependsOn;
  };

  it('makes the request one that is sent before', () => {
    expect(needed('GET http://h/{{getUser.id}}\n')).toEqual(['getUser']);
    expect(needed('@id = {{getUser.items[0].id}}\nGET http://h/{{id}}\n')).toEqual(['getUser']);
    expect(needed('GET http://h/{{%getUser[0]}}\n')).toEqual(['getUser']);
  });

  it('does not where a variable has the name', () => {
    expect(needed('@getUser.id = 1\nGET http://h/{{getUser.id}}\n')).toBeUndefined();
    expect(needed('@getUser = 1\nGET http://h/{{getUser.id}}\n')).toBeUndefined();
    expect(needed('GET http://h/{{$random.uuid}}\n')).toBeUndefined();
  });
});
