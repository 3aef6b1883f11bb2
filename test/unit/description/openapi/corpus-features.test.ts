import { describe, expect, it } from 'vitest';
import type { CheckOptions, Engine } from '../../../../packages/engine/src/index';
import type { Operation } from '../../../../packages/catalogue/src/operation';
import { compileFile, descriptions, isThere, serviceOf, strictEngine, title } from './corpus';
import { sampleResponses, sampleRequests } from './sample-requests';
import { sampled, sampleOf, triesAll } from '../../../sample';

/** Of large descriptions, only every so many operations are tried. */
const step = 24;

/** At most so many positions of a request are completed. */
const maxCompleted = 12;

/** Findings that say something about a request without its body, or that say nothing about whether an example is right. */
const besides =
  /^(missing-body|deprecated-element|missing-authorization|recommended-|insecure|literal-secret|undefined)/;

/** What remains: examples that contradict the schema next to them. Operations and members, and what is wrong in the description. */
const contradictions: readonly (readonly [operation: RegExp, member: string, reason: string])[] = [
  [/^databases_(create|update)_kafka_topic$/, '`partitions`', 'The schema has `partition_count`.'],
  [/^databases_(create|update)_kafka_topic$/, '`replication`', 'The schema has `replication_factor`.'],
  [/^autoscalepools_(create|update)$/, '`backups`', 'The schema of the template lacks it.'],
  [/^autoscalepools_(create|update)$/, '`monitoring`', 'The schema of the template lacks it.'],
  [/^monitoring_list_alertPolicy$/, '`entities`', 'The example has numbers, the schema strings.'],
  [/^byoipPrefixes_list/, '`meta`', 'The schema requires it, and the example has none.'],
  [/^volumeActions_post$/, '`volume_name`', 'The schemas of attaching and detaching lack it.'],
  [/^vpcnatgateways_create$/, '`project_id`', 'The schema of the request lacks it.'],
];

describe.skipIf(!isThere)(title, () => {
  for (const path of descriptions) {
    it(`${path}: every operation can be checked, explained and completed ${sampled}`, () => {
      const { operations, options } = serviceOf(compileFile(path));
      const engine = strictEngine();
      const tried = operations.length > 100 ? sampleOf(operations, step) : operations;
      const found = tried.flatMap((operation) => findingsOf(operation, engine, options));
      const known = contradictions.filter((one) => found.some((finding) => isOf(one, finding)));
      expect(found.filter((finding) => !known.some((one) => isOf(one, finding)))).toEqual([]);
      // What is corrected must not stay in the list.
      if (triesAll && path.includes('DigitalOcean')) expect(known).toEqual(contradictions);
    });
  }
});

function isOf([operation, member]: (typeof contradictions)[number], finding: string): boolean {
  const [id = ''] = finding.split(' ', 1);
  return operation.test(id) && finding.includes(member);
}

/** Uses all features on the requests and answers of an operation, and returns what is found, as `operation kind rule: message`. */
function findingsOf(operation: Operation, engine: Engine, options: CheckOptions): readonly string[] {
  const id = operation.id.replace(/^own\./, '');
  const ofRequests = sampleRequests(operation).flatMap(({ kind, text }) => {
    const file = engine.openFile(text);
    const { findings } = engine.check(file, options);
    useFeatures(text, engine, options);
    return findings
      .flat()
      .filter(({ severity, rule }) => severity === 'error' || (severity === 'warning' && !besides.test(rule)))
      .map(({ severity, rule, message }) => {
        expect(severity, `${id}: ${message}`).not.toBe('error');
        return `${id} ${kind} ${rule}: ${message}`;
      });
  });
  const ofAnswers = sampleResponses(operation).flatMap((text) =>
    engine.checkAnswer(text, operation.id, options).map(({ rule, message }) => `${id} answer ${rule}: ${message}`),
  );
  return [...ofRequests, ...ofAnswers];
}

function useFeatures(text: string, engine: Engine, options: CheckOptions): void {
  const file = engine.openFile(text);
  const words = [...text.matchAll(/[\w$.-]+|[^\s\w]/g)];
  const stride = Math.max(1, Math.ceil(words.length / maxCompleted));
  expect(engine.symbols(file, 0)).toHaveLength(1);
  engine.folding(file, 0);
  expect(engine.plan(file, 0, options)).toBeDefined();
  for (const [index, word] of words.entries()) {
    engine.hover(file, 0, word.index, options);
    if (index % stride !== 0) continue;
    const { items } = engine.complete(file, 0, word.index + word[0].length, options);
    for (const { key } of items.slice(0, 2)) engine.describeCompletion(key, options.context);
  }
}
