import type { CopySource } from './copy-source';
import { quoteLikeJson, textExpression, type TextForm } from './literals';
import type { Piece } from './pieces';

const form: TextForm = {
  // Java reads these escapes before anything else, so none may be a line end; JSON writes those in its short form.
  quote: quoteLikeJson,
  variable: (name) => `System.getenv(${quoteLikeJson(name)})`,
  join: ' + ',
};

/** Fields that the client of Java sets itself and refuses. */
const refused = /^(?:connection|content-length|expect|host|upgrade)$/i;

/** Returns a program of Java, from version 11 on, that sends the request. */
export function writeJava(source: CopySource): string {
  const { method, url, headers, body, followsRedirects, isInsecure } = source;
  const address = encodedForJava(url);
  const isChanged = address.some((piece, index) => piece !== url[index]);
  const publisher =
    body === undefined
      ? 'HttpRequest.BodyPublishers.noBody()'
      : 'file' in body
        ? `HttpRequest.BodyPublishers.ofFile(java.nio.file.Path.of(${quoteLikeJson(body.file)}))`
        : `HttpRequest.BodyPublishers.ofString(${textExpression(body.pieces, form)})`;
  return [
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    '',
    'public class Request {',
    '  public static void main(String[] arguments) throws Exception {',
    ...(isInsecure ? ['    // Rulebook does not verify the certificate of this server; this does.'] : []),
    ...(isChanged ? ['    // Java refuses some signs of this URL, which are percent-encoded here.'] : []),
    // Without a version, it would offer to speak another one.
    '    var client = HttpClient.newBuilder()',
    '        .version(HttpClient.Version.HTTP_1_1)',
    `        .followRedirects(HttpClient.Redirect.${followsRedirects ? 'NORMAL' : 'NEVER'})`,
    '        .build();',
    `    var request = HttpRequest.newBuilder(URI.create(${textExpression(address, form)}))`,
    `        .method(${quoteLikeJson(method)}, ${publisher})`,
    ...headers.map(({ name, value }) =>
      refused.test(name)
        ? `        // The client of Java sets ${name} itself.`
        : `        .header(${quoteLikeJson(name)}, ${textExpression(value, form)})`,
    ),
    '        .build();',
    '    var response = client.send(request, HttpResponse.BodyHandlers.ofString());',
    '    System.out.println(response.statusCode());',
    '    System.out.println(response.body());',
    '  }',
    '}',
  ].join('\n');
}

/** Encodes what is in no URI by the rules of Java; `[` and `]` may be in a query. */
function encodedForJava(url: readonly Piece[]): readonly Piece[] {
  let isQuery = false;
  return url.map((piece, index) => {
    if (typeof piece !== 'string') return piece;
    const [, origin = '', rest = piece] = index === 0 ? (/^([a-z]+:\/\/[^/?#]*)([^]*)$/i.exec(piece) ?? []) : [];
    const encoded = rest.replace(/[?[\]{}|\\^`"<>]|%(?![\da-f]{2})/gi, (sign) => {
      if (sign === '?') isQuery = true;
      return sign === '?' || (isQuery && /[[\]]/.test(sign)) ? sign : encodeURIComponent(sign);
    });
    return origin + encoded;
  });
}
