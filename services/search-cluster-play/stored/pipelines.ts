import { isRecord } from '@rulebook/json/is-record';
import { problem } from '../indices/problem';
import { answer } from '@rulebook/sandbox/wire';
import { acknowledged, missing, shownByName, shownTimes, type StoredKind } from './kind';
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
  keep: ({ body }) => body,
  show: (record, call) => ({ ...record.body, ...datesOf(record, call) }),
  ...{ stored: () => acknowledged, removed: acknowledged },
  notRemoved: (_, name) => missing('pipeline', name),
  ...shownByName,
  // Also where there are none at all.
  none: () => answer(404, {}),
};

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
