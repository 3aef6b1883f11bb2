import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits } from '../../packages/text/src/edit';
import { createEngine, type CheckOptions, type Engine, type IncludedBody, type Inclusion } from '../../packages/engine/src/index';
import { requestsOfFile } from '../../packages/engine/src/checking/index';
import type { GivenRights } from '../../packages/checker/src/privileges/index';
import { graphqlReader } from '../../packages/graphql/src/index';
import { queryLanguages } from '../../packages/queries/src/index';
import { readRuleset } from '../../packages/rulesets/src/read-ruleset';
import type { FixableFinding } from '../../packages/checker/src/rules/rule';
import { compiledFormat } from '../../packages/description/src/compiled';
import { createOwnService } from '../../packages/description/src/own-service';
import { shop, shopEndpoint } from './described-shop';
import { splitExamples } from '../../tools/lib/rule-examples.mjs';

/** A finding with its span counted from the start of the file. */
export interface FileFinding {
  readonly finding: FixableFinding;
  readonly block: number;
  readonly blockStart: number;
  readonly start: number;
  readonly end: number;
}

/** The ruleset of the examples of `house-rule`; its rules are about requests that no other example sends. */
const { rules: houseRules } = readRuleset(
  readFileSync(join(import.meta.dirname, 'house-rule/ruleset.yaml'), 'utf8'),
  'ruleset.yaml',
);

/** What the rule tests know about the context: only the files that the examples of the rules name, and one ruleset. */
export const bareOptions: CheckOptions = {
  context: { endpoints: [], defaults: {}, houseRules, include: (inclusion) => exampleFile(inclusion) },
  severities: {},
};

/** Returns what is known where a text is checked: the described service of the tests too, when the text names it. */
export function optionsFor(text: string): CheckOptions {
  if (text.includes('# @endpoint limited')) return limitedOptions;
  if (text.includes('# @endpoint graph')) return graphOptions;
  if (text.includes('# @endpoint prod')) return askedOptions;
  if (text.includes('# @endpoint opensearch')) return openSearchOptions;
  if (text.includes('# The endpoints are east and west')) return rivalOptions;
  return text.includes('# @endpoint shop') ? shopOptions : bareOptions;
}

const limitedRights: GivenRights = {
  cluster: ['monitor'],
  indices: [{ names: ['logs-*'], privileges: ['read'], isForRestricted: false }],
  permissions: {},
};

/** An endpoint whose credential has the rights of the examples of `missing-right`. */
const limitedOptions: CheckOptions = {
  ...bareOptions,
  context: {
    ...bareOptions.context,
    endpoints: [{ name: 'limited', service: 'search-cluster', baseUrl: 'https://search.example.com' }],
    rights: new Map([['limited', limitedRights]]),
  },
};

/** What the endpoint of the examples of `unknown-name` lists, by the requests that ask for it. */
const listed: Readonly<Record<string, readonly string[]>> = {
  '/_snapshot': ['backup', 'archive'],
  '/_snapshot/backup/_all': ['daily-1'],
  '/_resolve/index/*?expand_wildcards=all': ['logs', 'metrics'],
};

const askedOptions: CheckOptions = {
  ...bareOptions,
  context: {
    ...bareOptions.context,
    endpoints: [{ name: 'prod', service: 'search-cluster', baseUrl: 'https://search.example.com' }],
    liveNames: {
      of: (_, { request }) => {
        const names = listed[request.path]?.map((name) => ({ name }));
        return names && { names, isWhole: true };
      },
    },
  },
};

/** An endpoint of another product than that of the document. */
const openSearchOptions: CheckOptions = {
  ...bareOptions,
  context: {
    ...bareOptions.context,
    endpoints: [
      { name: 'opensearch', service: 'search-cluster', baseUrl: 'https://search.example.com', vendor: 'opensearch' },
    ],
  },
};

const shopOptions: CheckOptions = {
  ...bareOptions,
  context: { ...bareOptions.context, endpoints: [shopEndpoint], services: [shop] },
};

/** Two products with the same paths, of which `rulebook.json` chooses none. */
const rivalOptions: CheckOptions = {
  ...bareOptions,
  context: {
    ...bareOptions.context,
    endpoints: [
      { name: 'east', service: 'search-cluster', baseUrl: 'https://east.example.com' },
      { name: 'west', service: 'west', baseUrl: 'https://west.example.com' },
    ],
    defaults: { 'search-cluster': 'east', west: 'west' },
    services: [
      createOwnService(
        {
          ...{ format: compiledFormat, source: 'OpenAPI 3.1', title: 'West', version: '1', shapes: [], problems: [] },
          operations: ['GET', 'DELETE'].map((method) => ({
            ...{ id: `${method} index`, title: 'An index', methods: [method], path: '/{index}' },
            pathParameters: [{ name: 'index', shape: { type: 'string' } }],
          })),
        },
        { id: 'west', description: './west.json' },
      ),
    ],
  },
};

/** Returns an engine in which a rule that throws fails the test. */
export function strictEngine(): Engine {
  return createEngine({
    loadGraphql: () => graphqlReader,
    loadQueries: () => queryLanguages,
    onRuleFailure: (ruleId, frames) => {
      throw new Error(`The rule ${ruleId} threw:\n${frames}`);
    },
  });
}

const engine = strictEngine();
/** The files that examples take bodies from, by path. */
const exampleFiles = new Map(
  readdirSync(import.meta.dirname)
    .map((folder) => join(import.meta.dirname, folder, 'examples.http'))
    .filter((path) => existsSync(path))
    .flatMap((path) => splitExamples(readFileSync(path, 'utf8')))
    .flatMap(({ path, text }) => (path === undefined ? [] : [[path, text] as const])),
);

/** An endpoint with the schema of the examples of `faulty-graphql`. */
const graphOptions: CheckOptions = {
  ...bareOptions,
  context: {
    ...bareOptions.context,
    endpoints: [
      { name: 'graph', service: '', baseUrl: 'https://graph.example.com/graphql', graphql: './schema.graphql' },
    ],
    services: [
      createOwnService(
        {
          ...{ format: compiledFormat, source: 'GraphQL', title: 'schema.graphql', version: '' },
          ...{ operations: [], shapes: [], problems: [], graphql: exampleFiles.get('./schema.graphql') ?? '' },
        },
        { id: 'graphql/schema', description: './schema.graphql', graphql: {} },
      ),
    ],
  },
};

function exampleFile({ path, association, need }: Inclusion): IncludedBody {
  const text = exampleFiles.get(path);
  if (text === undefined) return { kind: 'unreadable', cause: 'there is no such file' };
  if (need === 'script') return { kind: 'read', location: path, problems: [], script: text };
  if (need === 'requests') {
    const requests = () => requestsOfFile(engine, engine.openFile(text), bareOptions.context);
    return { kind: 'read', location: path, problems: [], requests };
  }
  const options = association.isGraphql ? graphOptions : bareOptions;
  return { kind: 'read', location: path, problems: engine.checkBody(text, association, options) };
}

/** Returns all findings of a request file in the order of the text. */
export function checkText(text: string, options: CheckOptions = optionsFor(text)): readonly FileFinding[] {
  const file = engine.openFile(text);
  const { findings } = engine.check(file, options);
  let blockStart = 0;
  return [...file.blocks].flatMap((blockText, block) => {
    const start = blockStart;
    blockStart += blockText.text.length;
    const own = findings[block] ?? [];
    // The rules run once more for all fixes of a block together, when the first is asked for.
    let fixable: readonly FixableFinding[] | undefined;
    const fixesOf = (at: number) => (fixable ??= engine.withFixes(file, block, own, options))[at]?.fixes?.() ?? [];
    return own.map((finding, at) => ({
      finding: { ...finding, fixes: () => fixesOf(at) },
      block,
      blockStart: start,
      start: start + finding.span.start,
      end: start + finding.span.end,
    }));
  });
}

/** Returns the findings of one rule. */
export function findingsOf(rule: string, text: string, options?: CheckOptions): readonly FileFinding[] {
  return checkText(text, options).filter(({ finding }) => finding.rule === rule);
}

/** Returns the text after the fix with this number of the finding. */
export function applyFix(text: string, { finding, blockStart }: FileFinding, index = 0): string | undefined {
  const fix = finding.fixes?.()[index];
  if (fix === undefined) return undefined;
  const edits = fix.edits.map(({ span, newText }) => ({
    span: { start: span.start + blockStart, end: span.end + blockStart },
    newText,
  }));
  return applyEdits(text, edits);
}
