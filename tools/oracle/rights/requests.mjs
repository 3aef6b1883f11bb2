// A valid request for each operation that is known, by what the fixture of a server has.
import { bodies, methods, parameters, queries } from './bodies.mjs';

/** The names that path parameters stand for: what the fixture makes, or a name that is free. */
const names = {
  index: 'one',
  target: 'made-index',
  new_index: 'made-index',
  alias: 'other-name',
  repository: 'repo',
  snapshot: 'first',
  target_snapshot: 'made-snapshot',
  target_repository: 'repo',
  id: '1',
  field: 'a',
  fields: 'a',
  metric: '_all',
  index_metric: '_all',
  block: 'write',
  username: 'someone',
  role: 'some-role',
  policy: 'some-policy',
  policy_id: 'some-policy',
  pipeline: 'some-pipeline',
  node_id: '_all',
  task_id: 'nothing:1',
  scroll_id: 'nothing',
  application: 'some-app',
  privilege: 'some-privilege',
  setting: 'number_of_shards',
};

/** Names by the words of the path before the parameter, where the parameter says less. */
/** @type {readonly (readonly [pattern: RegExp, name: string])[]} */
const byPath = [
  [/\/_alias(?:es)?\/\{name\}/, 'other-name'],
  [/\/_data_stream\/.*\{name\}/, 'some-stream'],
  [/\/_index_template\/\{name\}/, 'some-template'],
  [/\/_template\/\{name\}/, 'some-old-template'],
  [/\/_component_template\/\{name\}/, 'some-part'],
  [/\/_security\/(?:role|user|role_mapping|privilege)\/\{name\}/, 'some-role'],
];

/**
 * Returns a request of each operation: its method, its path, and its body.
 * @param {any} engine
 * @param {any} context
 */
export function requestsOf(engine, context) {
  const found = [];
  const seen = new Set();
  for (const { id, method } of engine.requests(context)) {
    const operation = engine.operation(id, context);
    if (operation?.service !== 'search-cluster' || seen.has(id)) continue;
    seen.add(id);
    const snippet = engine.requestSnippet(id, method, context) ?? '';
    const [head = '', ...parts] = snippet.split('\n\n');
    const name = id.replace(/^search-cluster\./, '');
    const body = bodies[name] ?? plain(parts.join('\n\n')).trim();
    const path = pathOf(operation.path, parameters[name]) + (queries[name] ?? queryOf(head));
    found.push({
      id,
      method: methods[name] ?? method,
      path,
      text: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }
  return found;
}

function pathOf(path, own) {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name) => {
    if (own?.[name] !== undefined) return own[name];
    const known = byPath.find(([pattern]) => pattern.test(path))?.[1];
    return name === 'name' ? (known ?? 'made') : (names[name] ?? 'made');
  });
}

/** The query of a snippet, with the values that it offers. */
function queryOf(head) {
  const target = plain(head.split('\n')[0] ?? '').replace(/^\S+ /, '');
  const at = target.indexOf('?');
  return at < 0 ? '' : target.slice(at);
}

/** Returns a snippet as the text that it inserts: each place with its value, or the first of several. */
function plain(snippet) {
  return snippet
    .replaceAll(/\$\{\d+:([^}]*)\}/g, '$1')
    .replaceAll(/\$\{\d+\|([^,|]*)[^}]*\}/g, '$1')
    .replaceAll(/\$\{?\d+\}?/g, '');
}
