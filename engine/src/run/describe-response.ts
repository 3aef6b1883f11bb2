import { printJson, type FoundSecret } from './json-printer';
import type { ReceivedResponse } from './plan';
import { mask, redact } from './redact';

const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie']);

/** Returns an answer as text for people: status line, headers, body in several lines, time and size. Secrets are masked. */
export function describeResponse(response: ReceivedResponse, options: { readonly secrets: readonly string[] }): string {
  const printed = printJson(response.body);
  const secrets = [...options.secrets, ...(printed?.found ?? []).map(({ value }) => value)];
  const head = [
    `HTTP/${response.httpVersion} ${response.status} ${response.statusText}`.trimEnd(),
    ...response.headers.map(([name, value]) => `${name}: ${secretHeaders.has(name.toLowerCase()) ? mask : value}`),
  ];
  const body = printed?.text ?? maskCutJson(response.body);
  const way = (response.redirects ?? []).map((url) => `# Redirected to ${url}`);
  const parts = [
    ...(way.length > 0 ? [way.join('\n')] : []),
    head.join('\n'),
    ...(body.trim() === '' ? [] : [body.trimEnd()]),
  ];
  return `${redact(parts.join('\n\n'), secrets)}\n\n${closingLine(response)}\n`;
}

/** Returns the secrets that an answer hands out, such as a new API key, which is shown only once. */
export function secretsIn(response: ReceivedResponse): readonly FoundSecret[] {
  return (printJson(response.body)?.found ?? []).filter(({ value }) => !/^\**$/.test(value));
}

function closingLine({ status, headers, duration, size, isTruncated }: ReceivedResponse): string {
  const cut = isTruncated ? ', the rest of the body was cut off' : '';
  const isRedirect = status > 300 && status < 400 && headers.some(([name]) => name.toLowerCase() === 'location');
  const away = isRedirect ? '\n# Not followed: only GET and HEAD are, a few times and within their origin.' : '';
  return `# ${describeDuration(duration)}, ${describeSize(size)}${cut}${away}`;
}

/** Masks members with secrets in text that is not quite JSON, such as a body that was cut off. */
function maskCutJson(text: string): string {
  return text.replace(/("(?:api_key|encoded|secret|token)"\s*:\s*)"(?:[^"\\]|\\[\s\S])*("|$)/gi, `$1"${mask}$2`);
}

function describeDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

function describeSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
