import { maskPlaces, mask, type FoundSecret } from '../masking/mask-places';
import { createMasker, maskerOf } from '../masking/masker';
import { isSecretMember } from '../masking/secret-names';
import { printJson } from './json-printer';
import type { ReceivedResponse, ResponseHead } from './plan';
import { secretsOfResponse } from './request-secrets';

/** Returns an answer as text for people: status line, headers, body in several lines, time and size. Secrets are masked. */
export function describeResponse(response: ReceivedResponse, options: { readonly secrets: readonly string[] }): string {
  const masked = maskResponse(response, options.secrets);
  const body = printJson(masked.body) ?? masked.body;
  const way = (masked.redirects ?? []).map((url) => `# Redirected to ${url}`);
  const parts = [
    ...(way.length > 0 ? [way.join('\n')] : []),
    headLines(masked),
    ...(body.trim() === '' ? [] : [body.trimEnd()]),
  ];
  return `${parts.join('\n\n')}\n\n${endLines(masked)}`;
}

/** Returns what `describeResponse` begins with, for an answer whose body is still on its way. */
export function describeHead(head: ResponseHead, options: { readonly secrets: readonly string[] }): string {
  const nothing = { httpVersion: '1.1', body: '', isTruncated: false, size: 0, duration: 0 };
  return `${headLines(maskResponse({ ...nothing, ...head }, options.secrets))}\n`;
}

/** Returns what `describeResponse` ends with, for an answer whose body was shown while it came. */
export function describeEnd(response: ReceivedResponse, options: { readonly secrets: readonly string[] }): string {
  return endLines(maskResponse({ ...response, body: '' }, options.secrets));
}

function headLines({ httpVersion, status, statusText, headers }: ReceivedResponse): string {
  return [
    `HTTP/${httpVersion} ${status} ${statusText}`.trimEnd(),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ].join('\n');
}

function endLines(masked: ReceivedResponse): string {
  const end = masked.interruption === undefined ? '' : `# This is what came: ${masked.interruption.message}\n`;
  return `${end}${closingLine(masked)}\n`;
}

/** Returns an answer in which the given secrets and those that it holds by itself are masked, in every part of it; its bytes are left out. */
export function maskResponse(response: ReceivedResponse, secrets: readonly string[]): ReceivedResponse {
  const { bytes: _bytes, ...rest } = response;
  // What a body hands out may stand in the header fields and URLs, too.
  const own = secretsOfResponse(response);
  const { text } = own.length === 0 ? maskerOf(secrets) : createMasker([...secrets, ...own]);
  return {
    ...rest,
    statusText: text(response.statusText),
    headers: response.headers.map(([name, value]) => [text(name), isSecretMember(name) ? mask : text(value)] as const),
    body: text(response.body),
    ...(response.redirects && { redirects: response.redirects.map(text) }),
    ...(response.interruption && {
      interruption: { ...response.interruption, message: text(response.interruption.message) },
    }),
  };
}

/** Returns the secrets that an answer hands out, such as a new API key, which is shown only once. */
export function secretsIn(response: ReceivedResponse): readonly FoundSecret[] {
  return maskPlaces(response.body).found.filter(({ name }) => !/authori[sz]ation|cookie/i.test(name));
}

function closingLine(response: ReceivedResponse): string {
  const { status, headers, duration, size, isTruncated, binary, interruption } = response;
  const cut =
    isTruncated && interruption === undefined && binary === undefined ? ', the rest of the body was cut off' : '';
  const isRedirect = status > 300 && status < 400 && headers.some(([name]) => name.toLowerCase() === 'location');
  const away = isRedirect ? '\n# Not followed: only GET and HEAD are, a few times and within their origin.' : '';
  const hidden = binary === undefined ? '' : `# The body is not shown: ${binary}, ${describeSize(size)}.\n`;
  return `${hidden}# ${describeDuration(duration)}, ${describeSize(size)}${cut}${away}`;
}

function describeDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

function describeSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
