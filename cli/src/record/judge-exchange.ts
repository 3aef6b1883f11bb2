import type { Engine } from '@rulebook/engine';
import { createMasker } from '@rulebook/catalogue/masking';
import type { Exchange } from '@rulebook/exchange';
import { secretsOfRecorded, secretsOfRequest, secretsOfResponse } from '@rulebook/sender/plan';
import type { PassedExchange } from '@rulebook/node/recording/recording-proxy';
import type { RecordedService } from './recorded-service';

/** An exchange, and what was found in it. */
export interface JudgedExchange {
  readonly exchange: Exchange;
  /** Lines for people; no secret is in them. */
  readonly lines: readonly string[];
  readonly findings: number;
  /** The values of its secrets. */
  readonly secrets: readonly string[];
}

/** A shorter value would be found in texts that mean something else. */
const shortest = 6;

/** Checks what went through by the description of the service. A secret of a former exchange is shown in no line, wherever it comes back. */
export function judgeExchange(
  engine: Engine,
  passed: PassedExchange,
  { options, isKnownInFolder }: RecordedService,
  former: ReadonlySet<string>,
): JudgedExchange {
  const { method, url, headers, body, response, duration } = passed;
  const text = 'text' in body ? body.text : undefined;
  const answer = 'text' in response.body ? response.body.text : undefined;
  const recorded = { method: method.toUpperCase(), url, headers, ...(text !== undefined && { body: text }) };
  const checked = engine.checkRecorded(
    recorded,
    { status: response.status, ...(answer !== undefined && { body: answer }) },
    options,
  );
  const binding = engine.bindRecorded(recorded, options.context);
  const operation = binding?.match.kind === 'operation' ? binding.match.operation : undefined;
  const isMet = checked?.isAnswerDescribed === true && checked.ofAnswer.length === 0;
  const secrets = [
    ...secretsOfRequest({ method, url, headers, ...(text !== undefined && { body: text }) }),
    ...secretsOfResponse({ headers: response.headers, body: answer ?? '' }),
  ].filter(({ length }) => length >= shortest);
  const shown = createMasker([...former, ...secrets, ...secretsOfRecorded(recorded, answer)]);
  const findings = [
    ...(checked?.findings ?? []).map((finding) => ({ finding, of: 'request' })),
    ...(checked?.ofAnswer ?? []).map((finding) => ({ finding, of: 'response' })),
  ].filter(({ finding, of }) => isShown(finding.severity, of));
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split('?', 1)[0] ?? '';
  const title = operation?.title ?? (checked === undefined ? undefined : 'no known operation');
  return {
    exchange: {
      ...{ method, url, headers },
      ...(text !== undefined && { body: text }),
      ...('cause' in body && { withoutBody: body.cause }),
      response: { status: response.status, headers: response.headers, ...(answer !== undefined && { body: answer }) },
      ...(operation && {
        operation: {
          ...{ id: operation.id, title: operation.title, isMet: isMet && isKnownInFolder },
          parameters: binding?.path.map((one) => one.text) ?? [],
        },
      }),
    },
    lines: [
      `${response.status} ${method} ${shown.text(path === '' ? '/' : path)}  ${Math.round(duration)} ms${title === undefined ? '' : `  ${title}`}`,
      ...findings.map(
        ({ finding, of }) => `    ${of}: ${finding.severity}: ${shown.text(finding.message)} (${finding.rule})`,
      ),
    ],
    findings: findings.length,
    secrets,
  };
}

/** What differs in a response is an information; in a request, that is a remark. */
function isShown(severity: string, of: string): boolean {
  return severity === 'error' || severity === 'warning' || (severity === 'information' && of === 'response');
}
