import type { RecordedExchange } from '@rulebook/exchange';
import type { HistoryRecord } from './history-record';

/** Returns an entry for a recording. Its secrets are masked already. */
export function recordedExchange({ request, response, time }: HistoryRecord): RecordedExchange {
  const { method, url, headers, hasBytes, body = hasBytes === true ? [new Uint8Array()] : undefined } = request;
  return { request: { method, url, headers, ...(body !== undefined && { body }) }, response, secrets: [], ended: time };
}
