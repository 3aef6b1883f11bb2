import { describe, expect, it } from 'vitest';
import type { CompiledDescription, CompiledOperation } from '../../../../packages/description/src/compiled';
import { compileFile, descriptions, isThere, serviceOf, strictEngine, title } from './corpus';
import { sampled, sampleOf } from '../../../sample';

/** The numbers of the operations that the methods below the paths of a description make. */
const operations: Readonly<Record<string, number>> = {
  'kratos/spec/api.json': 60,
  'kratos/spec/swagger.json': 60,
  'museum/openapi.yaml': 8,
  'digitalocean/specification/DigitalOcean-public.v2.yaml': 659,
};

/** Operations whose examples have members that their schemas do not list. */
const knownToWarn: Readonly<Record<string, readonly string[]>> = {
  'digitalocean/specification/DigitalOcean-public.v2.yaml': [
    'databases_create_kafka_topic',
    'databases_update_kafka_topic',
    'autoscalepools_create',
    'autoscalepools_update',
    'volumeActions_post',
    'vpcnatgateways_create',
  ],
};

describe.skipIf(!isThere)(title, () => {
  for (const path of descriptions) {
    it(`${path} ${sampled}`, () => {
      const compiled = compileFile(path);
      const expected = operations[path];
      if (expected !== undefined) expect(compiled.operations).toHaveLength(expected);
      else if (!path.includes('webhook-example')) expect(compiled.operations.length).toBeGreaterThan(0);
      expect(new Set(compiled.operations.map(({ id }) => id)).size).toBe(compiled.operations.length);
      expect(compiled.problems.filter(({ message }) => /cannot be read|too large/.test(message))).toEqual([]);
      // A file keeps the compiled form.
      expect(JSON.parse(JSON.stringify(compiled))).toEqual(compiled);
      const findings = findingsOfExamples(compiled);
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(findings.filter(({ operation }) => knownToWarn[path]?.includes(operation) !== true)).toEqual([]);
    });
  }
});

/** Returns the warnings and errors about the requests that a description shows. */
function findingsOfExamples(compiled: CompiledDescription) {
  const { options } = serviceOf(compiled);
  const engine = strictEngine();
  const tried = compiled.operations.length > 100 ? sampleOf(compiled.operations) : compiled.operations;
  return tried.flatMap((operation) =>
    requestsOf(operation).flatMap((text) => {
      const { findings } = engine.check(engine.openFile(text), options);
      return findings
        .flat()
        .filter(({ severity }) => severity === 'error' || severity === 'warning')
        .filter(
          ({ rule }) => !/^(deprecated|missing-authorization|recommended|insecure|literal-secret|undefined)/.test(rule),
        )
        .map(({ rule, message, severity }) => ({ operation: operation.id, severity, rule, message }));
    }),
  );
}

/** Writes the requests that the description shows for an operation. */
function requestsOf(operation: CompiledOperation): readonly string[] {
  const { methods, path, examples = [], body } = operation;
  const isJson = body?.mediaTypes === undefined || /json/.test(body.mediaTypes[0] ?? '');
  return examples.flatMap((example) => {
    if (example.status !== undefined) return [];
    const target = example.target ?? path.replace(/\{([^}]*)\}/g, '{{$1}}');
    const content = example.body && 'value' in example.body ? JSON.stringify(example.body.value, null, 2) : undefined;
    if (example.body !== undefined && (content === undefined || !isJson)) return [];
    const lines = content === undefined ? [] : [`Content-Type: application/json`, '', content];
    return [['# @endpoint own', `${methods[0] ?? ''} ${target}`, ...lines, ''].join('\n')];
  });
}
