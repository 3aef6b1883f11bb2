import type { ReceivedResponse } from '../../../engine/src/index';
import type { SavedBody } from './kept-answers';

/** File extensions by media type. */
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

/** Returns the body of a response for saving; undefined without a body. */
export function bodyToSave(
  { headers, interruption }: Pick<ReceivedResponse, 'headers' | 'interruption'>,
  { bytes, isWhole }: { readonly bytes: Uint8Array; readonly isWhole: boolean },
): SavedBody | undefined {
  if (bytes.length === 0) return undefined;
  const field = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const type = (field.split(';')[0] ?? '').trim().toLowerCase();
  const [, extension = 'bin'] = extensions.find(([candidate]) => candidate.test(type)) ?? [];
  return { bytes, extension, isWhole: isWhole && interruption === undefined };
}
