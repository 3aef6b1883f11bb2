// Asks of pairs of published descriptions whether each request that the new one refuses is among those that are said to be concerned, and no others:
//   node tools/oracle/concerned.mjs PATH_OF_REPOSITORY:FILE [PATH_OF_REPOSITORY:FILE …] [--pairs 10] [--show]
// Each repository is a Git directory; versions of the file are taken at even distances of its history. The judge is the sandbox, which plays both
// descriptions: what the old one accepts and the new one refuses is a break.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');
/** What is refused before anything is looked up. */
const refusals = new Set([400, 404, 405, 415, 422]);
const now = '2030-01-01T00:00:00Z';

const entry = `
export { createSandbox } from './packages/engine/src/api/sandbox/index';
export { createChecker } from './packages/engine/src/checking/create-checker';
export { compareSurfaces, concernedBy, repairText, readSurface } from './packages/changes/src/index';
export { createOwnService } from './packages/services/src/index';
export { compileText } from './packages/node/src/descriptions/compile-description';
export { makeValue, valueFor } from './packages/checker/src/resource-model/make-value';
`;

/** Loads what is judged, and what judges, as one bundle: both know the same objects. */
async function load() {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    ...{ bundle: true, write: false, format: 'esm', platform: 'node', mainFields: ['module', 'main'] },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire('/');" },
    logLevel: 'error',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

/** Returns what git prints; undefined where it fails. */
function git(repository, ...words) {
  const { status, stdout } = spawnSync('git', ['-C', repository, ...words], { maxBuffer: 200_000_000 });
  return status === 0 ? stdout.toString() : undefined;
}

/** Returns versions of a file, the oldest first, at even distances. */
function versionsOf(repository, file, count) {
  const revisions = (git(repository, 'log', '--format=%h', '--', file) ?? '').trim().split('\n').reverse();
  const step = Math.max(1, (revisions.length - 1) / count);
  const chosen = new Set(Array.from({ length: count + 1 }, (_, index) => revisions[Math.round(index * step)]));
  return [...chosen].flatMap((revision) => {
    const text = revision && git(repository, 'show', `${revision}:${file}`);
    return text ? [{ revision, text }] : [];
  });
}

/** Writes requests of an operation: with what is required, with everything, and with each option of what is described. */
function requestsOf({ makeValue, valueFor }, operation) {
  const { parameters, body } = operation;
  const text = (value) => encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value));
  const path = operation.path.replace(/\{([^{}]+)\}/g, (_, name) => {
    const field = parameters.path.find((one) => one.name === name);
    return field === undefined ? 'a' : text(valueFor(field.shape, now)) || 'a';
  });
  const kinds = [
    { hasOptional: false, hasExamples: false, option: 0 },
    { hasOptional: true, hasExamples: false, option: 0 },
    { hasOptional: true, hasExamples: true, option: 1 },
  ];
  return kinds.flatMap((kind, index) => {
    const isWanted = ({ required }) => kind.hasOptional || required === true;
    const written = ({ name, shape }) => [name, makeValue(shape, { ...kind, now })];
    const query = parameters.query.filter(isWanted).map(written);
    const headers = (parameters.header ?? []).filter(isWanted).map(written);
    const pairs = query.flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((one) => [name, one]) : [[name, value]],
    );
    const search =
      pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${text(name)}=${text(value)}`).join('&')}`;
    const { type, content } = bodyOf(body, (shape) => makeValue(shape, { ...kind, now }));
    if (content === '' && index > 0 && query.length + headers.length === 0) return [];
    const fields = [
      ...(content === '' ? [] : [['Content-Type', type]]),
      ...headers.map(([name, one]) => [name, typeof one === 'object' ? JSON.stringify(one) : String(one)]),
    ];
    return operation.methods.map((method) => ({
      method,
      target: `${path}${search}`,
      headers: fields,
      body: content,
      text: [
        `${method} ${path}${search}`,
        ...fields.map(([name, one]) => `${name}: ${one}`),
        ...(content === '' ? [] : ['', content]),
        '',
      ].join('\n'),
    }));
  });
}

/** Returns a body of JSON or of a form; an empty text where there is neither. */
function bodyOf(body, make) {
  const form = body?.forms?.find(({ mediaType }) => mediaType.endsWith('urlencoded'));
  if (form !== undefined) {
    const pairs = Object.entries(make(form.shape) ?? {}).filter(([, value]) => typeof value !== 'object');
    const content = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
    return { type: form.mediaType, content };
  }
  const isJson = body !== undefined && (body.mediaTypes ?? ['application/json']).some((type) => type.includes('json'));
  return { type: 'application/json', content: isJson ? JSON.stringify(make(body.shape), undefined, 2) : '' };
}

/** Returns what a sandbox that plays a description answers a request: its status alone. */
function createPlayer({ createSandbox }, text, operations) {
  const paths = operations.map(({ methods, path }) => ({
    methods,
    form: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^{}]*\}/g, '[^/?]+')}(?:\\?|$)`),
  }));
  const play = () => {
    let count = 0;
    return createSandbox({
      now: () => Date.parse(now),
      randomText: (length) => String(count++).padStart(length, '0').slice(-length),
      services: [{ name: 'played', text }],
    });
  };
  let sandbox = play();
  return ({ method, target, headers, body }) => {
    const [{ name, credential }] = sandbox.servers;
    const fields = [...headers, ['Authorization', credential]];
    const { status, body: answer } = sandbox.send(name, { method, target, headers: fields, body });
    // Each request meets an empty service.
    if (method !== 'GET' && status < 300) sandbox = play();
    // Of an operation that is there, nothing of this name is.
    // A described error may say nothing.
    const hasOperation = paths.some(({ methods, form }) => methods.includes(method) && form.test(target));
    const isMissingThing =
      hasOperation &&
      status === 404 &&
      !/no (?:operation|such path)|not described|unknown path|the request (?:lacks|has|may|must)/i.test(answer);
    return { status, answer, isRefused: refusals.has(status) && !isMissingThing };
  };
}

function judgePair(parts, old, next, shown) {
  const { compareSurfaces, concernedBy, createChecker, createOwnService, compileText, repairText, readSurface } = parts;
  const read = () => ({ cause: 'there are no other files' });
  const [before, after] = [old, next].map((text) => readSurface({ name: 'a.yaml', text, read }));
  const [compiledOld, compiledNew] = [compileText(old), compileText(next)];
  if ('cause' in before || 'cause' in after || !compiledOld || !compiledNew) return undefined;
  const changes = compareSurfaces(before, after);
  const optionsFor = (compiled) => {
    const services = [createOwnService(compiled, { id: 'played', description: 'a.yaml' })];
    const endpoints = [{ name: 'here', service: 'played', baseUrl: 'http://127.0.0.1:1' }];
    return { context: { endpoints, defaults: { played: 'here' }, services }, severities: {} };
  };
  const sides = { before: optionsFor(compiledOld), after: optionsFor(compiledNew) };
  const reader = createChecker();
  const judge = (text) =>
    concernedBy({ reader, service: 'played', changes }, [{ name: 'a', text, file: reader.openFile(text), ...sides }]);
  const [playOld, playNew] = [
    createPlayer(parts, old, sides.before.context.services[0].operations),
    createPlayer(parts, next, sides.after.context.services[0].operations),
  ];
  const result = {
    changes: changes.length,
    requests: 0,
    broken: 0,
    found: 0,
    missed: 0,
    proved: 0,
    invented: 0,
    touched: 0,
    repaired: 0,
    accepted: 0,
  };
  for (const operation of sides.before.context.services[0].operations) {
    for (const request of requestsOf(parts, operation)) {
      const first = playOld(request);
      if (first.isRefused) continue;
      result.requests++;
      const answered = playNew(request);
      // An empty service that answered before has lost nothing: it does not take the request.
      const isLost = answered.status === 404 && first.status !== 404;
      const second = { ...answered, isRefused: answered.isRefused || isLost };
      const { concerned, lines } = judge(request.text);
      const isProved = lines.some(
        ({ what, isProved: is, change }) => what === 'request' && is && change.level !== 'silent',
      );
      if (second.isRefused) {
        result.broken++;
        if (concerned > 0) result.found++;
        else {
          result.missed++;
          if (shown)
            console.log(
              `missed: ${request.text}\n  ${first.status} then ${second.status}: ${second.answer.slice(0, 300)}`,
            );
        }
        if (lines.some(({ edits }) => edits !== undefined)) {
          const { text } = repairText(request.text, (at) => judge(at).lines);
          const { lines: left } = judge(text);
          result.repaired++;
          if (left.every(({ isProved: is, edits }) => !is || edits === undefined)) result.accepted++;
          else if (shown)
            console.log(`not repaired: ${request.text}\nto ${text}\n${left.map(({ change }) => change.id).join(', ')}`);
        }
      } else if (isProved) {
        result.invented++;
        if (shown) {
          const words = lines.filter(({ isProved: is }) => is).map(({ change }) => `${change.id}: ${change.message}`);
          console.log(
            `invented: ${request.text}\n  ${first.status} then ${second.status} ${second.answer.slice(0, 200)}; ${words.join(' / ')}`,
          );
        }
      } else if (concerned > 0) result.touched++;
      if (isProved && second.isRefused) result.proved++;
    }
  }
  return result;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pairs: { type: 'string', default: '10' }, show: { type: 'boolean', default: false } },
});
const parts = await load();
const columns = [
  'changes',
  'requests',
  'broken',
  'found',
  'missed',
  'proved',
  'invented',
  'touched',
  'repaired',
  'accepted',
];
console.log(`| Pair | ${columns.join(' | ')} |\n| --- |${' --- |'.repeat(columns.length)}`);
const sum = Object.fromEntries(columns.map((name) => [name, 0]));
let pairs = 0;
for (const named of positionals) {
  const at = named.lastIndexOf(':');
  const [repository, file] = [named.slice(0, at), named.slice(at + 1)];
  const versions = versionsOf(repository, file, Number(values.pairs));
  for (let index = 1; index < versions.length; index++) {
    const [old, next] = [versions[index - 1], versions[index]];
    const result = judgePair(parts, old.text, next.text, values.show);
    if (result === undefined) continue;
    pairs++;
    for (const name of columns) sum[name] += result[name];
    console.log(`| ${file} ${old.revision}..${next.revision} | ${columns.map((name) => result[name]).join(' | ')} |`);
  }
}
console.log(`| ${pairs} pairs | ${columns.map((name) => sum[name]).join(' | ')} |`);
