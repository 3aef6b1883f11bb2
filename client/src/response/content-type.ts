import type { ReceivedResponse } from '@rulebook/sender/plan';

/** Returns the media type of a response in lower case, without its parameters; empty when it names none. */
export function contentTypeOf(headers: ReceivedResponse['headers']): string {
  const field = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return (field.split(';')[0] ?? '').trim().toLowerCase();
}

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

/** Returns the file extension of a media type, without the dot. */
export function extensionOf(type: string): string {
  const [, extension = 'bin'] = extensions.find(([candidate]) => candidate.test(type)) ?? [];
  return extension;
}

/**
 * Returns the file extension of a response. A PDF is known by its bytes where the type says nothing else: a page that begins like one stays a
 * page.
 */
export function extensionOfResponse({ headers, binary }: Pick<ReceivedResponse, 'headers' | 'binary'>): string {
  const extension = extensionOf(contentTypeOf(headers));
  return extension === 'bin' && binary?.startsWith('PDF') === true ? 'pdf' : extension;
}
