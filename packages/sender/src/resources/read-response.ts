import type { ReceivedResponse } from '../plan/response';
import { memberAt } from './read-resources';

/** Where services say why they refuse a request. */
const reasons = ['error.reason', 'error', 'message', 'detail'];
/** In UTF-16 code units. */
const longestReason = 300;

/** Returns the JSON of a response, in which integers that a number cannot hold are texts; undefined when it is none. */
export function readAnswer(text: string): unknown {
  const exact = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\d{16,}(?![\d.eE])/gs, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  try {
    return JSON.parse(exact) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the status of a response, and what its body says about it. */
export function explainStatus({ status, statusText, body }: ReceivedResponse): string {
  const value = readAnswer(body);
  const said = reasons.map((path) => memberAt(value, path)).find((one) => typeof one === 'string' && one !== '');
  const line = `${status} ${statusText}`.trimEnd();
  return typeof said === 'string' ? `${line}: ${said.slice(0, longestReason)}` : line;
}
