import type { HeaderField, RequestSyntax } from './model';

/** A header field that several requests share. */
export interface SharedField {
  readonly name: string;
  readonly value: string;
}

/** These belong to one request: they say where it goes, and how its body is read from the connection. */
const ofOneRequest = /^(?:host|content-length|transfer-encoding|connection)$/i;

/** Reads a header field that several requests share, `Name: value`; a sentence where that is not possible. */
export function readSharedField(text: string): SharedField | string {
  const [, name = '', value = ''] = /^([!#$%&'*+\-.^`|~\w]+):[ \t]*(.*)$/s.exec(text.trim()) ?? [];
  if (name === '') return '`@header` needs a header field: `# @header Accept-Language: de`.';
  if (ofOneRequest.test(name))
    return `\`${name}\` belongs to one request and cannot be shared. Write it below the request line.`;
  return { name, value: value.trim() };
}

/**
 * Returns a request with the header fields that its file and its endpoint share, in front of its own ones, which replace those of the same name;
 * those of the file replace those of the endpoint. Such a field has no place in the block: its spans are that of the request line.
 */
export function withSharedFields<R extends Pick<RequestSyntax, 'headers' | 'lineSpan'>>(
  request: R,
  ofFile: readonly SharedField[] = none,
  ofEndpoint?: Readonly<Record<string, string>>,
): R {
  if (ofFile.length === 0 && ofEndpoint === undefined) return request;
  const fields = [
    ...ofFile.map((field) => ({ ...field, sharedBy: 'file' as const })),
    ...Object.entries(ofEndpoint ?? {}).map(([name, value]) => ({ name, value, sharedBy: 'endpoint' as const })),
  ];
  if (fields.length === 0) return request;
  const names = new Set(request.headers.map(({ name }) => name.text.toLowerCase()));
  const ofFileNames = new Set(ofFile.map(({ name }) => name.toLowerCase()));
  const span = { ...request.lineSpan };
  const shared = fields.flatMap(({ name, value, sharedBy }): readonly HeaderField[] => {
    const key = name.toLowerCase();
    if (names.has(key) || (sharedBy === 'endpoint' && ofFileNames.has(key))) return [];
    return [
      {
        ...{ name: { text: name, span }, value: { text: value, span }, span, sharedBy },
        hasPlaceholder: name.includes('{{') || value.includes('{{'),
      },
    ];
  });
  return shared.length === 0 ? request : { ...request, headers: [...shared, ...request.headers] };
}

const none: readonly SharedField[] = [];
