import { count } from '@rulebook/text/count';
import type { PlannedCondition, RequestPlan, Segment } from '../plan/plan';
import { parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import { describeDuration } from '../response/measures';

/** Returns what the directives of a request change in how it is sent, one sentence each. */
export function howItIsSent(plan: RequestPlan): readonly string[] {
  const { repetition, pause, timeout, connectionTimeout, note, prompts = [], references = [] } = plan;
  return [
    ...references.map(({ name, isForced }) =>
      isForced
        ? `\`${name}\` is sent before it, each time.`
        : `\`${name}\` is sent before it, once in a run; in the editor, its response is reused until it is sent again.`,
    ),
    ...sharedFieldsOf(plan),
    ...prompts.map(
      ({ name, description }) => `It asks for \`${name}\`${description === undefined ? '' : `: ${description}`}.`,
    ),
    ...(note === undefined ? [] : [`It asks before it is sent${note === '' ? '' : `: ${note}`}.`]),
    ...(repetition === undefined ? [] : [repetitionOf(repetition)]),
    ...(plan.conditions ?? []).map(conditionOf),
    ...(plan.until === undefined ? [] : [untilOf(plan.until)]),
    ...(pause === undefined ? [] : [`It waits ${describeDuration(pause)} before it is sent.`]),
    ...(plan.rateLimit === undefined ? [] : [limitOf(plan.rateLimit)]),
    ...(timeout === undefined ? [] : [`It waits ${describeDuration(timeout)} for the response.`]),
    ...(connectionTimeout === undefined ? [] : [`It waits ${describeDuration(connectionTimeout)} for the connection.`]),
    ...(plan.staysAtUrl ? ['It follows no redirect.'] : []),
    ...(plan.keepsNoCookies ? ['It sends and keeps no cookies.'] : []),
    ...(plan.outputs ?? []).map(
      ({ path, overwrites }) =>
        `The body of its response is written to \`${writtenPath(path)}\`${overwrites ? ', which is replaced' : ''}.`,
    ),
    ...(plan.isUnlogged ? ['It is not kept in the history.'] : []),
    ...(plan.acceptsAnyCertificate ? ['The certificate of the server is not verified.'] : []),
    ...scriptsOf(plan),
  ];
}

/** Returns where the header fields come from that are not written with the request. */
function sharedFieldsOf({ headers, endpoint = '' }: RequestPlan): readonly string[] {
  const from = {
    file: 'the first lines of the file (`# @header`) or a shared block',
    endpoint: `\`headers\` of the endpoint ${endpoint}`,
  };
  return (['file', 'endpoint'] as const).flatMap((by) => {
    const names = headers.flatMap((one) => (one.sharedBy === by ? [`\`${writtenPath(one.name)}\``] : []));
    return names.length === 0 ? [] : [`Header fields by ${from[by]}: ${names.join(', ')}.`];
  });
}

/** A script runs only when its request is sent, so what it would change is not in an explanation. */
function scriptsOf({ scripts = [], asserts = [] }: RequestPlan): readonly string[] {
  const run = scripts.map(({ phase, path, line }) => {
    const named = path === undefined ? `The script in line ${line + 1}` : `The script \`${path}\` (line ${line + 1})`;
    return `${named} runs ${phase === 'request' ? 'before it is sent' : 'with its response'}.`;
  });
  for (const { text, line } of asserts)
    if (isExpression(text)) run.push(`The JavaScript of the assert in line ${line + 1} runs with its response.`);
  if (run.length === 0) return run;
  return [...run, `${run.length === 1 ? 'It was' : 'They were'} not run for this explanation.`];
}

function isExpression(text: string): boolean {
  const parsed = parseAssert(text);
  return parsed.kind === 'assert' && parsed.subject.kind === 'expression';
}

function limitOf({ slot, minIdleTime, max, expire }: NonNullable<RequestPlan['rateLimit']>): string {
  const of = slot === '' ? '' : ` of the slot \`${slot}\``;
  const parts = [
    ...(minIdleTime > 0 ? [`${describeDuration(minIdleTime)} after the one before`] : []),
    ...(max > 0 && expire > 0 ? [`at most ${count(max, 'request')} in ${describeDuration(expire)}`] : []),
  ];
  return `It waits for its rate limit${of}: ${parts.join(', ')}.`;
}

function conditionOf({ directive, text, line }: PlannedCondition): string {
  return directive === 'if'
    ? `It is sent only if \`${text}\` (line ${line + 1}).`
    : `It is left out if \`${text}\` (line ${line + 1}).`;
}

function untilOf({ assert, within, every }: NonNullable<RequestPlan['until']>): string {
  return `It is sent again every ${describeDuration(every)} until \`${assert}\` holds, for at most ${describeDuration(within)}.`;
}

function writtenPath(segments: readonly Segment[]): string {
  return segments
    .map((segment) => (typeof segment === 'string' ? segment : `{{${segment.variable}}}`))
    .join('')
    .trim();
}

function repetitionOf(repetition: NonNullable<RequestPlan['repetition']>): string {
  switch (repetition.kind) {
    case 'count':
      return `It is sent ${count(repetition.count, 'time')}.`;
    case 'list':
      return `It is sent ${count(repetition.items.length, 'time')}, with another \`${repetition.name}\` each time.`;
    case 'variable':
      return `It is sent once for each \`${repetition.name}\` of \`${repetition.variable}\`.`;
    case 'file':
      return `It is sent once for each row of the file \`${repetition.path}\`.`;
  }
}
