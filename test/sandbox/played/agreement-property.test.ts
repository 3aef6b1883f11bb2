import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../packages/checker/src/binding/model';
import { testsOf } from '../../../packages/sandbox/src/contract-tests/index';
import { placesIn, withoutPart, withPart } from '../../../packages/sandbox/src/contract-tests/variations';
import { createEngine } from '../../../packages/engine/src/index';
import type { Service } from '../../../packages/services/src/index';
import { sampled, seed, triesOf } from '../../sample';
import { trackerDescription } from '../../cli/test-service/tracker-server';
import { library, play, serviceOf } from './library';

// One judgement: what the checker says of a request in a file, and what the sandbox does with it.

const shared = process.env['RULEBOOK_CORPUS'] ?? '';
const corpus = ['kratos/spec/api.json', 'examples/examples/v3.0/petstore-expanded.json']
  .map((path) => join(shared, 'descriptions', path))
  .filter((path) => shared !== '' && existsSync(path));
const own = (name: string) => join(import.meta.dirname, `../../cli/test-service/${name}.json`);

const descriptions: readonly (readonly [name: string, description: unknown])[] = [
  ['the played library', library],
  ['the tracker', JSON.parse(trackerDescription)],
  ...[own('library'), own('tickets'), own('settings'), ...corpus].map(
    (path) => [basename(path), JSON.parse(readFileSync(path, 'utf8'))] as const,
  ),
];

interface Asked {
  readonly line: string;
  readonly body?: unknown;
}

/** Requests that need nothing to be there: as the contract tests make them, allowed and forbidden. */
function requestsOf(service: Service): readonly Asked[] {
  return [...testsOf(service, { seed: 1, isChosen: () => true }).cases()].flatMap(
    ({ kind, steps }): readonly Asked[] => {
      const [step, other] = steps;
      if (step === undefined || other !== undefined || kind === 'story') return [];
      const query = step.query.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&');
      const line = `${step.method} ${step.path}${query === '' ? '' : `?${query}`}`;
      return [{ line, ...(step.body !== undefined && { body: step.body }) }];
    },
  );
}

const engine = createEngine();

/** What the checker says of the request as a user writes it. */
function findingsFor(service: Service, { line, body }: Asked): readonly string[] {
  const endpoint = { name: 'tested', service: service.id, baseUrl: 'http://127.0.0.1:1' } as Endpoint;
  const text = [
    '# @endpoint tested',
    line,
    'Authorization: Bearer {{token}}',
    ...(body === undefined ? [] : ['Content-Type: application/json', '', JSON.stringify(body, null, 2)]),
    '',
  ].join('\n');
  const context = { endpoints: [endpoint], defaults: { [service.id]: 'tested' }, services: [service] };
  const { findings } = engine.check(engine.openFile(text), { context, severities: {} });
  return findings
    .flat()
    .filter(({ severity, tag }) => (severity === 'error' || severity === 'warning') && tag !== 'deprecated')
    .filter(({ rule, isRefused }) => !ofTheFile.has(rule) && !(undescribed.has(rule) && isRefused !== true))
    .map(({ rule, message }) => `${rule}: ${message}`);
}

/** What is said of the file, and not sent. */
const ofTheFile = new Set(['unresolved-variable', 'undefined-variable']);

/** What a description does not have is not forbidden by it. */
const undescribed = new Set(['unknown-field', 'unknown-query-parameter']);

/** Statuses of a request whose form is refused. */
const ofShape = [400, 406, 415, 422];

describe(`checker and sandbox agree ${sampled}`, () => {
  it.each(descriptions)('about requests to %s', (_, description) => {
    const service = serviceOf(description, 'tested');
    const requests = requestsOf(service);
    expect(requests.length).toBeGreaterThan(0);
    const agree = (asked: Asked): boolean => {
      const findings = findingsFor(service, asked);
      const { status, body } = play(service).send(asked.line, asked.body);
      // A description without a status for what is malformed may have one for what is not there.
      const isRefused = ofShape.includes(status) || (status === 404 && findings.length > 0);
      if (isRefused === findings.length > 0) return isRefused;
      throw new Error(
        `${asked.line} ${JSON.stringify(asked.body)}: ${status} ${body}, and ${JSON.stringify(findings)}`,
      );
    };
    const ends = new Set(requests.map(agree));
    expect(ends.size).toBeGreaterThan(0);
    const withBody = requests.filter(({ body }) => body !== undefined);
    if (withBody.length === 0) return;
    const changed = fc
      .tuple(fc.constantFrom(...withBody), fc.nat(), fc.oneof(fc.constant(undefined), fc.jsonValue({ maxDepth: 1 })))
      .map(([{ line, body }, index, part]): Asked => {
        const places = placesIn(body);
        const place = places[index % Math.max(1, places.length)] ?? [];
        const other = part === undefined ? withoutPart(body, place) : withPart(body, place, part);
        return { line, body: other === undefined ? body : other };
      });
    fc.assert(
      fc.property(changed, (asked) => {
        agree(asked);
      }),
      { numRuns: triesOf(200), seed },
    );
  });
});
