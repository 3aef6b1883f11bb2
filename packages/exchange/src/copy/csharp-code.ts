import type { CopySource } from './copy-source';
import { quoteLikeJson, textExpression, type TextForm } from './literals';

const form: TextForm = {
  quote: quoteLikeJson,
  variable: (name) => `Environment.GetEnvironmentVariable(${quoteLikeJson(name)})`,
  join: ' + ',
};

/** Fields of the content, which .NET keeps apart. */
const ofContent = /^content-|^(?:allow|expires|last-modified)$/i;

/** Returns a program of C# that sends the request. */
export function writeCsharp(source: CopySource): string {
  const { method, url, headers, body, followsRedirects, isInsecure } = source;
  const content =
    body === undefined
      ? undefined
      : 'file' in body
        ? `new ByteArrayContent(await File.ReadAllBytesAsync(${quoteLikeJson(body.file)}))`
        : `new ByteArrayContent(System.Text.Encoding.UTF8.GetBytes(${textExpression(body.pieces, form)}))`;
  return [
    'using System;',
    'using System.IO;',
    'using System.Net.Http;',
    '',
    `using var handler = new HttpClientHandler { AllowAutoRedirect = ${followsRedirects ? 'true' : 'false'} };`,
    ...(isInsecure
      ? [
          'handler.ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator;',
        ]
      : []),
    'using var client = new HttpClient(handler);',
    `using var request = new HttpRequestMessage(new HttpMethod(${quoteLikeJson(method)}), ${textExpression(url, form)});`,
    ...(content === undefined ? [] : [`request.Content = ${content};`]),
    ...headers.map(({ name, value }) => {
      const target = ofContent.test(name) ? 'request.Content?.Headers' : 'request.Headers';
      return `${target}.TryAddWithoutValidation(${quoteLikeJson(name)}, ${textExpression(value, form)});`;
    }),
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine((int)response.StatusCode);',
    'Console.WriteLine(await response.Content.ReadAsStringAsync());',
  ].join('\n');
}
