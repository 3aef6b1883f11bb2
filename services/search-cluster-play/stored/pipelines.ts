import { isRecord } from '@rulebook/json/is-record';
import { problem, type Problem } from '../indices/problem';
import { answer } from '@rulebook/sandbox/wire';
import type { ClusterCall } from '../cluster/call';
import { describedNames } from './described-names';
import { acknowledged, listOf, missing, shownByName, shownTimes, type Members, type StoredKind } from './kind';
import { datesOf } from './templates';

/** Pipelines that change documents before they are written. */
export const ingestPipeline: StoredKind = {
  ...{ id: 'ingest-pipeline', noun: 'pipeline', path: '/_ingest/pipeline' },
  without: 'keeps pipelines and runs none: documents are written as they are sent',
  unplayed: ['if_version', 'summary'],
  ...{ reads: { isList: true, hasPatterns: true }, removes: { hasPatterns: true } },
  required: { members: ['processors'], type: 'parse_exception' },
  known: {
    members: [
      ...['description', 'version', 'processors', 'on_failure', '_meta', 'deprecated', 'field_access_pattern'],
      ...shownTimes,
    ],
    type: 'parse_exception',
  },
  keep: ({ call, body }) => refuseProcessors(call, body) ?? body,
  show: (record, call) => ({ ...record.body, ...datesOf(record, call) }),
  ...{ stored: () => acknowledged, removed: acknowledged },
  notRemoved: (_, name) => missing('pipeline', name),
  ...shownByName,
  // Also where there are none at all.
  none: () => answer(404, {}),
};

/** Returns why one of the processors cannot be: the description of the service has none of this name. */
function refuseProcessors(call: ClusterCall, body: Members): Problem | undefined {
  const known = describedNames(call, ['processors', '*']);
  const type = 'parse_exception';
  if (!Array.isArray(body.processors)) return problem('[processors] must be a list.', { type });
  const unknown = known && unknownProcessor(body, known);
  return unknown === undefined
    ? undefined
    : problem(`There is no processor [${unknown}].`, { type, members: { processor_type: unknown } });
}

/** Returns the first processor with an unknown name; some hold others. */
function unknownProcessor(
  { processors, on_failure: failing, processor: one }: Members,
  known: ReadonlySet<string>,
): string | undefined {
  for (const held of [...listOf(processors), ...listOf(failing), ...listOf(one)]) {
    if (!isRecord(held)) continue;
    for (const [name, options] of Object.entries(held)) {
      if (!known.has(name)) return name;
      const below = isRecord(options) ? unknownProcessor(holding(name, options), known) : undefined;
      if (below !== undefined) return below;
    }
  }
  return undefined;
}

/** Any processor has some for its failure; the one that goes through a list has the one that it runs. */
function holding(name: string, { on_failure, processor }: Members): Members {
  return { on_failure, ...(name === 'foreach' && { processor }) };
}

/** Scripts and templates of searches that requests name. */
export const storedScript: StoredKind = {
  ...{ id: 'script', noun: 'stored script', path: '/_scripts' },
  ...{ reads: {}, removes: {} },
  required: { members: ['script'], type: 'illegal_argument_exception' },
  keep: ({ body: { script } }) => {
    if (!isRecord(script)) return problem('The [script] must be an object.', { type: 'parsing_exception' });
    const { lang, source, options } = script;
    if (lang === undefined) return problem('A stored script must name its [lang].');
    if (source === undefined || source === '') return problem('A stored script must have a [source].');
    const isObject = typeof source === 'object';
    if (isRecord(options) && Object.keys(options).some((name) => name !== 'content_type'))
      return problem('The only one of the [options] of a stored script is [content_type].');
    const kept = {
      ...(isObject && { content_type: 'application/json;charset=utf-8' }),
      ...(isRecord(options) ? options : {}),
    };
    return {
      script: {
        lang,
        source: isObject ? JSON.stringify(source) : source,
        ...(Object.keys(kept).length > 0 && { options: kept }),
      },
    };
  },
  show: ({ name, body }) => ({ _id: name, found: true, ...body }),
  ...{ stored: () => acknowledged, removed: acknowledged },
  notRemoved: (_, name) => missing('stored script', name),
  all: ([first]) => first?.[1],
  none: (name) => answer(404, { _id: name, found: false }),
};
