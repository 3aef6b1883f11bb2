import type { ReceivedResponse } from '../../../engine/src/index';
import type { SavedBody } from './kept-answers';

/** Endings of files by media type. */
const extensions: readonly (readonly [RegExp, string])[] = [
  [/[/+]json$/, 'json'],
  [/ndjson$/, 'ndjson'],
  [/^text\/html$/, 'html'],
  [/[/+]xml$/, 'xml'],
  [/^text\/csv$/, 'csv'],
  [/^image\/svg/, 'svg'],
  [/^image\/jpeg$/, 'jpg'],
  [/^image\/png$/, 'png'],
  [/^image\/gif$/, 'gif'],
  [/^image\/webp$/, 'webp'],
  [/^application\/pdf$/, 'pdf'],
  [/^application\/zip$/, 'zip'],
  [/^application\/gzip$/, 'gz'],
  [/^text\//, 'txt'],
];

/** Returns the body of an answer for saving; undefined when there is none. */
export function bodyToSave({
  headers,
  body,
  bytes,
  isTruncated,
  interruption,
}: ReceivedResponse): SavedBody | undefined {
  const content = bytes ?? new TextEncoder().encode(body);
  if (content.length === 0) return undefined;
  const field = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const type = (field.split(';')[0] ?? '').trim().toLowerCase();
  const [, extension = 'bin'] = extensions.find(([candidate]) => candidate.test(type)) ?? [];
  return {
    bytes: content,
    extension,
    isWhole: !isTruncated && interruption === undefined,
  };
}
