import { createHmac } from 'node:crypto';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import type { DeliverEffect, DeliveryOutcome } from '@rulebook/sandbox';
import { isLoopbackHost } from '@rulebook/text';
import { lookedUp } from '../http/looked-up';
import { errorCodeOf } from '../files/error-code';

/** Where deliveries may go, and for how long. */
interface DeliveryOptions {
  /** Host names in addition to those of this machine to which deliveries may go; `*` allows every host. */
  readonly allowHosts: readonly string[];
  /** In milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

const keptResponse = 64 * 1024;

/** Sends a delivery with its signatures, never to another machine unless allowed. Never rejects. */
export async function deliver(delivery: DeliverEffect, options: DeliveryOptions): Promise<DeliveryOutcome> {
  const headers = [...delivery.headers, ...signatures(delivery)];
  const started = performance.now();
  const outcome = (status: number, statusText: string, answer?: Answer): DeliveryOutcome => ({
    hook: delivery.hook,
    delivery: delivery.delivery,
    status,
    statusText,
    requestHeaders: headers,
    responseHeaders: answer?.headers ?? [],
    responseBody: answer?.body ?? '',
    duration: Math.round(performance.now() - started) / 1000,
  });
  const url = URL.canParse(delivery.url) ? new URL(delivery.url) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return outcome(0, 'not sent: the webhook has no http or https URL');
  }
  if (!isLoopbackHost(url.hostname) && !options.allowHosts.some((host) => host === '*' || host === url.hostname)) {
    return outcome(0, 'not sent: the sandbox delivers to this machine only; --allow-host allows another host');
  }
  try {
    const answer = await exchange(url, delivery, headers, options);
    return outcome(answer.status, isSuccess(answer.status) ? 'OK' : `Invalid HTTP Response: ${answer.status}`, answer);
  } catch (error) {
    return outcome(0, describeFailure(error));
  }
}

/** A redirect is not followed, so it counts as a failed delivery. */
function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

function signatures({ body, signing }: DeliverEffect): readonly (readonly [string, string])[] {
  if (signing === undefined) return [];
  return signing.fields.map(({ name, hash, prefix }) => [
    name,
    `${prefix}${createHmac(hash, signing.secret).update(body, 'utf8').digest('hex')}`,
  ]);
}

function exchange(
  url: URL,
  { body, verifyTls }: DeliverEffect,
  headers: readonly (readonly [string, string])[],
  { timeout, signal }: DeliveryOptions,
): Promise<Answer> {
  const bytes = Buffer.from(body, 'utf8');
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestTls : requestPlain;
    const request = send(
      url,
      {
        method: 'POST',
        host: lookedUp(url.hostname),
        hostname: lookedUp(url.hostname),
        // A new connection, so that nothing stays open after a delivery.
        agent: false,
        signal: limit,
        rejectUnauthorized: verifyTls,
        headers: { Host: url.host, ...Object.fromEntries(headers), 'Content-Length': String(bytes.length) },
      },
      (response) => {
        readAnswer(response).then(resolve, reject);
      },
    );
    request.on('error', (error) => {
      reject(limit.reason instanceof DOMException && limit.reason.name === 'TimeoutError' ? limit.reason : error);
    });
    request.end(bytes);
  });
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let kept = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (kept < keptResponse) chunks.push(chunk.subarray(0, keptResponse - kept));
    kept += chunk.length;
    // The status is what counts; the rest of a long response is not read.
    if (kept >= keptResponse) break;
  }
  const { rawHeaders } = response;
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return { status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString('utf8') };
}

function describeFailure(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timed out';
  const code = errorCodeOf(error) ?? '';
  if (code === 'ABORT_ERR') return 'stopped with the sandbox';
  if (/CERT|SIGNED|TLS|SSL/.test(code)) return `peer certificate cannot be authenticated (${code})`;
  if (code.startsWith('HPE_')) return 'invalid HTTP response';
  return code === '' ? 'failed to connect to host' : `failed to connect to host (${code})`;
}
