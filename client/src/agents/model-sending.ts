import * as vscode from 'vscode';
import { maskResponse } from '@rulebook/sender/response';
import { explanationOf } from '../explain/explanation-text';
import type { RequestPlace } from '../sending/attempt';
import { describeSent } from '../sending/outcome-words';
import { sendRequest } from '../sending/send-request';
import type { SendServices } from '../sending/send-services';

/** In UTF-16 code units: a model needs no more of a body to know what came back. */
const longestBody = 20_000;

/** What sends a request because a language model asked for it. */
export interface ModelSending {
  /** Explains the request to the user, who decides. */
  readonly explain: (place: RequestPlace) => Promise<{ readonly text: string } | { readonly reason: string }>;
  /** Sends it as the link above it does, questions included, and says what became of it, without secrets. */
  readonly send: (place: RequestPlace, token: vscode.CancellationToken) => Promise<string>;
}

/** Returns what sends by the endpoints and credentials of the editor. */
export function createModelSending(services: SendServices): ModelSending {
  return {
    explain: (place) => explanationOf(services, place),
    send: (place, token) =>
      services.sends.during(token, async (signal) => {
        const run = { ofRun: new Set<never>(), signal, answers: new Map<string, string>() };
        const outcome = await sendRequest(services, place, { run });
        if (outcome === undefined) return vscode.l10n.t('It was not sent; the editor says why.');
        const { label, reason, objections } = describeSent(outcome);
        const { sent } = outcome;
        if (sent.kind !== 'answered')
          return [vscode.l10n.t('{0} was not answered.', label), reason ?? '', ...objections].join('\n').trim();
        const { status, statusText, headers, body } = maskResponse(sent.response, sent.secrets);
        const fields = headers.map(([name, value]) => `${name}: ${value}`);
        const shown = body.length > longestBody ? `${body.slice(0, longestBody)}…` : body;
        return [`${label}: ${status} ${statusText}`.trim(), ...objections, '', ...fields, '', shown].join('\n');
      }),
  };
}
