import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { createEngine, type CheckOptions, type Engine } from '../../../../packages/engine/src/index';
import type { CompiledDescription } from '../../../../packages/description/src/compiled';
import { createDescribedService } from '../../../../packages/description/src/described-service';
import { compileOpenApi } from '../../../../packages/description/src/openapi/compile';

const corpus = process.env['RULEBOOK_CORPUS'] ?? '';
const folder = join(corpus, 'descriptions');
export const isThere = corpus !== '' && existsSync(folder);
export const title = `published descriptions${isThere ? '' : ' (skipped: RULEBOOK_CORPUS is not set)'}`;

/** Descriptions whose files only belong to another one. */
const parts = /petstore-separate\/(common|spec\/(NewPet|Pet|parameters)\.)/;

/** The paths of the published descriptions in the corpus. */
export const descriptions: readonly string[] = isThere
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

const compiled = new Map<string, CompiledDescription>();

/** Compiles a description of the corpus, once for all tests that follow each other. */
export function compileFile(path: string): CompiledDescription {
  const known = compiled.get(path);
  if (known !== undefined) return known;
  const whole = join(folder, path);
  const made = compileOpenApi(treeOf(path), {
    name: basename(whole),
    readFile: (file) => ({ tree: treeOf(join(dirname(path), file)) }),
  });
  compiled.set(path, made);
  return made;
}

/** Returns the tree of a file of the corpus, read by a library. */
export function treeOf(path: string): unknown {
  const text = readFileSync(join(folder, path), 'utf8');
  return path.endsWith('.json') ? JSON.parse(text) : parse(text, { merge: true, maxAliasCount: 10_000 });
}

/** Returns the operations of a description as those of the service `own`, and the options under which its requests are checked. */
export function serviceOf(compiled: CompiledDescription) {
  const service = createDescribedService(compiled, { id: 'own' });
  const endpoint = { name: 'own', service: 'own', baseUrl: 'https://own.example' };
  const options: CheckOptions = {
    context: { endpoints: [endpoint], defaults: {}, services: [service] },
    severities: {},
  };
  return { operations: service.operations, options };
}

/** Returns an engine in which a rule that throws fails the test. */
export function strictEngine(): Engine {
  return createEngine({
    onRuleFailure: (rule, error) => {
      throw new Error(`The rule ${rule} threw: ${String(error)}`);
    },
  });
}
