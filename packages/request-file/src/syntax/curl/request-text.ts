import type { Span } from '@rulebook/text/span';
import type { CurlCommand } from './read-curl-command';
import type { Piece } from './source-map';
import { writeForm } from './write-form';

/** Returns the request that a command sends as a request file writes it. */
export function textOfCurl(curl: CurlCommand): string {
  return requestPieces(curl, 0)
    .map(({ text }) => text)
    .join('');
}

/** Returns the same text in pieces, with the places that they come from; the command starts at an offset. */
export function requestPieces({ method, url, headers, body, places }: CurlCommand, start: number): readonly Piece[] {
  const at = (span: Span | undefined): Pick<Piece, 'place'> =>
    span === undefined ? {} : { place: { start: start + span.start, end: start + span.end } };
  const form = body?.kind === 'form' ? writeForm(body, (text) => text) : undefined;
  const query = places.query.flatMap((one, index) => [
    ...(index === 0 ? [] : [{ text: '&' }]),
    { text: one.text, ...at(one.span) },
  ]);
  const behind = query.map(({ text }) => text).join('');
  const isSplit = behind !== '' && url.endsWith(behind);
  const ownUrl = isSplit ? url.slice(0, -behind.length) : url;
  // A command may leave the scheme out, and one that knows its service the host as well.
  const absent = [/^http:\/\//, /^https?:\/\/[^/]*\//].flatMap((start) => start.exec(ownUrl)?.[0].length ?? []);
  const content =
    form !== undefined
      ? [{ text: form.text }]
      : body?.kind === 'file'
        ? [{ text: '< ' }, { text: body.path, ...at(places.data[0]?.span) }]
        : body?.kind === 'text'
          ? dataPieces(
              body.text,
              places.data.map(({ text, span }) => ({ text, ...at(span) })),
            )
          : undefined;
  return [
    { text: method, ...at(places.method) },
    { text: ' ' },
    { text: withoutBlanks(ownUrl), ...at(places.url), absent },
    ...(isSplit ? query.map((one) => ({ ...one, text: withoutBlanks(one.text) })) : []),
    ...headers.flatMap(([name, value], index): readonly Piece[] => {
      const place = at(places.headers[index]);
      return [{ text: '\n' }, { text: name, ...place }, { text: ': ' }, { text: value, ...place, isBehind: true }];
    }),
    ...(form ? [{ text: `\nContent-Type: ${form.type}` }] : []),
    ...(content === undefined ? [] : [{ text: '\n\n' }, ...content]),
  ];
}

/** The texts of `-d` are joined by `&`, those of `--json` by nothing. */
function dataPieces(body: string, data: readonly Piece[]): readonly Piece[] {
  for (const sign of ['', '&'])
    if (data.map(({ text }) => text).join(sign) === body)
      return data.flatMap((one, index) => (index === 0 || sign === '' ? [one] : [{ text: sign }, one]));
  return [{ text: body }];
}

function withoutBlanks(url: string): string {
  return url.replace(
    /(\{\{[^{}]*\}\})|\s/g,
    (found: string, variable?: string) => variable ?? encodeURIComponent(found),
  );
}
