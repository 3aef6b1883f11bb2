import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createEngine, type CheckOptions } from '../../../../engine/src/index';
import type { CompiledDescription, CompiledOperation } from '../../../../engine/src/description/compiled';
import { createDescribedService } from '../../../../engine/src/description/described-service';
import { compileOpenApi } from '../../../../engine/src/description/openapi/compile';

const corpus = process.env['RULEBOOK_CORPUS'] ?? '';
const folder = join(corpus, 'descriptions');
const isThere = corpus !== '' && existsSync(folder);

/** Descriptions whose files only belong to another one. */
const parts = /petstore-separate\/(common|spec\/(NewPet|Pet|parameters)\.)/;

const descriptions = isThere
  ? [
      ...readdirSync(join(folder, 'examples'), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.(json|yaml)$/.test(path) && !parts.test(path))
        .map((path) => `examples/${path}`),
      'kratos/spec/api.json',
      'kratos/spec/swagger.json',
      'museum/openapi.yaml',
      'digitalocean/specification/DigitalOcean-public.v2.yaml',
    ]
  : [];

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

describe.skipIf(!isThere)(`published descriptions${isThere ? '' : ' (skipped: RULEBOOK_CORPUS is not set)'}`, () => {
  for (const path of descriptions) {
    it(path, () => {
      const compiled = compileFile(join(folder, path));
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

function compileFile(path: string): CompiledDescription {
  return compileOpenApi(treeOf(path), {
    name: basename(path),
    readFile: (file) => ({ tree: treeOf(join(dirname(path), file)) }),
  });
}

function treeOf(path: string): unknown {
  const text = readFileSync(path, 'utf8');
  return path.endsWith('.json') ? JSON.parse(text) : parse(text, { merge: true, maxAliasCount: 10_000 });
}

/** Returns the warnings and errors about the requests that a description shows. */
function findingsOfExamples(compiled: CompiledDescription) {
  const service = createDescribedService(compiled, { id: 'own' });
  const endpoint = { name: 'own', service: 'own', baseUrl: 'https://own.example' };
  const options: CheckOptions = {
    context: { endpoints: [endpoint], defaults: {}, services: [service] },
    severities: {},
  };
  const engine = createEngine({
    onRuleFailure: (rule, error) => {
      throw new Error(`The rule ${rule} threw: ${String(error)}`);
    },
  });
  return compiled.operations.flatMap((operation) =>
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
