// What the checker says of the requests of a story, written in a file as a user writes them.
import { loadJudgingEngine } from './engine.mjs';
import { filled } from './play.mjs';

/** Rules about how a file is written, and about credentials, which say nothing of what a server accepts. */
const aside = new Set([
  'missing-authorization',
  'undefined-variable',
  'destructive-step',
  'deleted-resource',
  'wrong-order',
  'duplicate-name',
  'needless-step',
]);

/** Rules of style whose findings servers refuse. */
const refusedStyle = new Set(['undocumented-method']);

/**
 * Returns a function that checks a story and returns for each step what is an error and what a warning.
 * @param {'elasticsearch' | 'opensearch'} vendor the product of the node
 * @param {string} version its version
 */
export async function createJudge(vendor, version) {
  const engine = await loadJudgingEngine();
  const categories = new Map(engine.rules.map(({ id, category }) => [id, category]));
  const endpoint = {
    name: 'node',
    service: 'search-cluster',
    vendor,
    version,
    baseUrl: 'http://127.0.0.1:9200',
  };
  const known = { context: { endpoints: [endpoint], defaults: { 'search-cluster': 'node' } }, severities: {} };
  const counts = ({ severity, rule, tag }) =>
    (severity === 'error' || severity === 'warning') &&
    (categories.get(rule) !== 'style' || refusedStyle.has(rule)) &&
    (tag !== 'deprecated' || rule.startsWith('retired-')) &&
    !aside.has(rule) &&
    !rule.startsWith('deprecated-');
  return ({ steps }) => {
    const file = engine.openFile(steps.map(blockOf).join('\n###\n'));
    const found = engine.check(file, known).findings;
    return steps.map((_, index) => {
      const own = (found[index] ?? []).filter(counts);
      return own.map(({ severity, rule, message }) => ({ severity, rule, message }));
    });
  };
}

function blockOf(step) {
  const {
    method,
    path,
    text,
    type,
    headers = {},
  } = filled(step, {
    '{{repo}}': '/mnt/repositories',
    '{{id}}': 'VuaCfGcBCdbkQm-e5aOx',
    '{{encoded}}': 'VnVhQ2ZHY0JDZGJrUW0tZTVhT3g6dWkybHAyYXhUTm1zeWFrdzl0dk5udw==',
  });
  const fields = Object.entries({ ...(type === undefined ? {} : { 'Content-Type': type }), ...headers });
  const head = [`${method} ${path}`, ...fields.map(([name, value]) => `${name}: ${value}`)].join('\n');
  return text === '' ? `# @endpoint node\n${head}\n` : `# @endpoint node\n${head}\n\n${text}\n`;
}
