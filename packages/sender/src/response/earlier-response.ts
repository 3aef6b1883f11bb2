import { visible } from '@rulebook/text/visible';
import type { ReceivedResponse } from '../plan/response';
import { comparedResponse } from './response-document';

/** The file of an earlier response: a body, or a response with its status line. */
export interface EarlierResponse {
  /** As far as the file or its name says it; the status is 0 where neither does. */
  readonly response: ReceivedResponse;
  /** Its status line, or its status from the file's name; absent when neither says it. */
  readonly status?: string;
  /** The file begins with a status line. */
  readonly hasHead: boolean;
}

const statusLine = /^HTTP\/([\d.]+)[ \t]+(\d{3})(?:[ \t]+((?:[^ \t\r\n][^\r\n]*)?))?\r?\n/;

/** Reads the file of an earlier response. JetBrains writes the status into its name: `2024-05-01T101500.200.json`. */
export function readEarlierResponse(path: string, text: string): EarlierResponse {
  const head = statusLine.exec(text);
  const about = { isTruncated: false, size: text.length, duration: 0 };
  if (head === null) {
    const status = /\.(\d{3})\.[^./\\]*$/.exec(path)?.[1];
    const response = { httpVersion: '1.1', status: Number(status ?? 0), statusText: '', headers: [], body: text };
    return { response: { ...response, ...about }, hasHead: false, ...(status !== undefined && { status }) };
  }
  const [line, httpVersion = '', status = '', statusText = ''] = head;
  const rest = text.slice(line.length);
  const blank = /^\r?\n|\r?\n\r?\n/.exec(rest);
  const fields = blank === null ? rest : rest.slice(0, blank.index);
  const body = blank === null ? '' : rest.slice(blank.index + blank[0].length);
  const headers = fields.split(/\r?\n/).flatMap((field): [string, string][] => {
    const colon = field.indexOf(':');
    return colon > 0 ? [[field.slice(0, colon).trim(), field.slice(colon + 1).trim()]] : [];
  });
  return {
    response: { httpVersion, status: Number(status), statusText: statusText.trim(), headers, body, ...about },
    status: `HTTP/${httpVersion} ${status} ${statusText.trim()}`.trimEnd(),
    hasHead: true,
  };
}

/** How much of a response is compared, in UTF-16 code units. */
const longest = 4 * 1024 * 1024;

/**
 * Returns a response as text for a comparison with earlier ones, with secrets masked. Of a file without a status line, the body and the status
 * are compared.
 */
export function comparedWithEarlier(
  response: ReceivedResponse,
  { hasHead, secrets = [] }: { readonly hasHead: boolean; readonly secrets?: readonly string[] },
): string {
  const text = comparedResponse(response, { secrets, form: 'pretty', longest });
  if (hasHead) return text;
  const body = text.indexOf('\n\n');
  const status = response.status === 0 ? '' : `# Status: ${response.status}\n\n`;
  return `${status}${body < 0 ? '' : text.slice(body + 2)}`;
}

/** So many lines of an earlier response are shown, each of them not longer than this. */
const shown = { lines: 12, length: 200, text: 64 * 1024 };

/** Returns the first lines of an earlier response, with secrets masked. */
export function beginningOfEarlier({ response, hasHead }: EarlierResponse): string {
  const cut = { ...response, body: response.body.slice(0, shown.text), status: hasHead ? response.status : 0 };
  const text = comparedWithEarlier(cut, { hasHead }).trimEnd();
  const lines = text.split('\n').map((line) => (line.length > shown.length ? `${line.slice(0, shown.length)}…` : line));
  return visible([...lines.slice(0, shown.lines), ...(lines.length > shown.lines ? ['…'] : [])].join('\n'));
}
