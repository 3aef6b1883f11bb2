import type { ImportedBody, ImportedPart } from '@rulebook/request-file/syntax/curl/imported';
import { itemsNamed, memberNamed, textNamed } from './json-value';
import { encodeField, isDisabled, textFrom, withReferences } from './postman-texts';

const types: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  text: 'text/plain',
  javascript: 'application/javascript',
};

/** Reads the body of a request of a collection, and the media type that it has without a header field. */
export function readBody(
  body: unknown,
  hasJsonField: boolean,
  notes: string[],
): { readonly body?: ImportedBody; readonly type?: string } {
  if (body === undefined || body === null) return {};
  if (isDisabled(body)) {
    notes.push('the body is left out, because it is disabled');
    return {};
  }
  const kept = (list: readonly unknown[], what: string) =>
    list.filter((one) => {
      if (isDisabled(one)) notes.push(`the ${what} ${textNamed(one, 'key') ?? ''} is left out, because it is disabled`);
      return !isDisabled(one);
    });
  switch (textNamed(body, 'mode')) {
    case 'raw': {
      const text = withReferences(textNamed(body, 'raw') ?? '');
      const language = textNamed(memberNamed(memberNamed(body, 'options'), 'raw'), 'language') ?? 'text';
      // Other formats send such a body without a media type.
      const type = language === 'none' ? undefined : (types[language] ?? 'text/plain');
      const isJson = language === 'json' || hasJsonField;
      return text === ''
        ? {}
        : { body: { kind: 'text', text, ...(isJson && { isRelaxed: true }) }, ...(type !== undefined && { type }) };
    }
    case 'urlencoded': {
      const pairs = kept(itemsNamed(body, 'urlencoded'), 'form field').map(
        (one) => `${encodeField(textNamed(one, 'key') ?? '')}=${encodeField(textFrom(memberNamed(one, 'value')))}`,
      );
      return { body: { kind: 'text', text: pairs.join('&') }, type: 'application/x-www-form-urlencoded' };
    }
    case 'formdata':
      return {
        body: {
          kind: 'form',
          parts: kept(itemsNamed(body, 'formdata'), 'form field').flatMap(partsOfField),
        },
      };
    case 'file': {
      const path = textNamed(memberNamed(body, 'file'), 'src') ?? '';
      if (path !== '') return { body: { kind: 'file', path } };
      notes.push('the body is a file that the collection does not name');
      return {};
    }
    case 'graphql': {
      const graphql = memberNamed(body, 'graphql');
      const query = JSON.stringify(textNamed(graphql, 'query') ?? '');
      const variables = (textNamed(graphql, 'variables') ?? '').trim();
      const text = `{ "query": ${query}${variables === '' ? '' : `, "variables": ${variables}`} }`;
      return { body: { kind: 'text', text: withReferences(text) }, type: 'application/json' };
    }
    default:
      return {};
  }
}

/** Returns the part of a form field; a field with several files is several parts. */
function partsOfField(field: unknown): readonly ImportedPart[] {
  const type = textNamed(field, 'contentType');
  const shared = {
    name: withReferences(textNamed(field, 'key') ?? ''),
    ...(type !== undefined && type !== '' && { type }),
  };
  if (textNamed(field, 'type') !== 'file')
    return [{ ...shared, content: { text: withReferences(textFrom(memberNamed(field, 'value'))) } }];
  const source = memberNamed(field, 'src');
  const paths = Array.isArray(source) && source.length > 0 ? source.map(textFrom) : [textFrom(source)];
  return paths.map((path) => {
    const filename = path.split(/[/\\]/).at(-1) ?? '';
    return { type: typeOfFile(filename), ...shared, filename, content: { path } };
  });
}

/** The media types that senders take from the ends of file names; any other file is bytes. */
const typesOfFiles: Readonly<Record<string, string>> = {
  ...{ txt: 'text/plain', csv: 'text/csv', htm: 'text/html', html: 'text/html', css: 'text/css', md: 'text/markdown' },
  ...{ json: 'application/json', xml: 'application/xml', pdf: 'application/pdf', zip: 'application/zip' },
  ...{ gif: 'image/gif', jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', svg: 'image/svg+xml' },
  ...{ webp: 'image/webp', mp3: 'audio/mpeg', mp4: 'video/mp4' },
};

function typeOfFile(name: string): string {
  const end = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return (Object.hasOwn(typesOfFiles, end) ? typesOfFiles[end] : undefined) ?? 'application/octet-stream';
}
