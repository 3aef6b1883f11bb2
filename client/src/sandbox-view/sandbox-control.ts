import * as vscode from 'vscode';
import { redact } from '@rulebook/catalogue/masking';
import { type Transport, refused, type Refusal } from '@rulebook/sender/plan';
import { controlEndpoint } from '@rulebook/services';
import type { SandboxService } from '../ports/ports';

/** What a sandbox responded: the value, or a sentence for the user why there is none. */
type ControlResponse = { readonly value: unknown } | Refusal;

/** A control request to a sandbox. */
export interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** The endpoint of the server that is asked; absent: the one for requests that concern no single server. */
  readonly server?: string;
}

/** Asks the sandbox that runs. Never rejects. */
export type SandboxControl = (request: ControlRequest) => Promise<ControlResponse>;

const limits = { timeout: 10_000 };
const neverCancelled = { isCancelled: false, onCancel: () => () => undefined };

/** Returns what asks the sandbox. The credential goes only to the server that it belongs to. */
export function createSandboxControl(options: {
  readonly serverOf: (endpoint: string) => SandboxService | undefined;
  readonly transport: Transport;
}): SandboxControl {
  const { serverOf, transport } = options;
  return async ({ method, path, body, server = controlEndpoint }) => {
    const asked = serverOf(server);
    if (asked === undefined) return refused(vscode.l10n.t('No sandbox is running.'));
    const headers: (readonly [string, string])[] = [];
    if (asked.credential !== undefined) headers.push(['Authorization', asked.credential]);
    if (body !== undefined) headers.push(['Content-Type', 'application/json']);
    const request = { method, url: `${asked.baseUrl}${path}`, headers };
    const outcome = await transport.send(
      body === undefined ? request : { ...request, body: JSON.stringify(body) },
      limits,
      neverCancelled,
    );
    if ('failure' in outcome)
      return refused(vscode.l10n.t('The sandbox does not respond: {0}', outcome.failure.message));
    const { status, body: text } = outcome.response;
    const value = parse(text);
    return status < 400
      ? { value }
      : refused(redact(causeIn(value) ?? vscode.l10n.t('The sandbox responded with status {0}.', status)));
  };
}

/** Control requests are refused with a sentence, like requests to the services of the sandbox. */
function causeIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { cause, message } = value as Readonly<Record<string, unknown>>;
  return [cause, message].find((text) => typeof text === 'string');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
