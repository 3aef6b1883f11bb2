import { directiveOf, type Binding, type CheckContext } from '@rulebook/checker/binding/model';
import { nameOfRequest } from '@rulebook/checker/binding/request-name';
import type { Field } from '@rulebook/catalogue/shape';
import type { Service } from '@rulebook/catalogue/service';
import { maskNamedSecrets } from '@rulebook/catalogue/masking/mask-named-secrets';
import { needsOfRequest } from '@rulebook/checker/privileges/request-needs';
import type { Block, RequestSyntax, RequestTarget } from '@rulebook/request-file/syntax/model';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { isChannel } from '@rulebook/request-file/syntax/channel';
import { isBehindRequest } from '@rulebook/request-file/syntax/own-response';
import { reasonNotToRun } from '@rulebook/request-file/syntax/other-tools/runnable-script';
import { lackOf } from '@rulebook/request-file/syntax/constructs';
import { readSendingDirectives, type SendingDirectives } from '@rulebook/request-file/syntax/sending-directives';
import { tagsOf } from '@rulebook/request-file/syntax/tags';
import {
  explainUnreplaced,
  unreplacedVariablesOf,
} from '@rulebook/request-file/syntax/other-tools/unreplaced-variables';
import { perObject } from '@rulebook/text/structures/memo';
import { visibleLine } from '@rulebook/text/visible';
import { countLineEnds, lineStartsOf, positionAt, type LineStarts } from '@rulebook/text/lines';
import { channelMethod } from './channel';
import { effectsOf } from './effects-of';
import { isOpenBody } from './losing-actions';
import { lossesOfFile, losingActionsOf } from './losses-of';
import type {
  LeftOut,
  PlannedAssert,
  PlannedField,
  PlannedScript,
  PlanProblem,
  RequestPlan,
  ScriptedVariable,
} from './plan';
import { credentialOfPlan } from './plan-credential';
import { planBody, segmentsOfBody, type BodyProblem } from './plan-body';
import { numberedPagesOf } from './pages-of';
import type { ScriptedNames } from './scripted-names';
import { scriptsOf, wordsForScript } from './planned-script';
import { planPrompt } from './prompts';
import { segmentsOf, variablesOf } from './segments';
import { requestsNeeded } from './requests-needed';
import { takenBy } from './taken-values';

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** What planning needs in addition to the block. */
export interface PlanContext {
  /** Absent when the block holds no HTTP request. */
  readonly binding: Binding | undefined;
  /** The line of the file on which the block starts, counted from 0. */
  readonly startLine: number;
  /** The variables that the file defines. */
  readonly definitions: RequestFile['definitions'];
  /** The variables to which scripts of the file give values. */
  readonly scripted?: ScriptedNames;
  /** The scripts that run with every request of the file. */
  readonly sharedScripts?: readonly PlannedScript[];
  /** Returns the state of a file that a body includes; absent where there are no files. */
  readonly include?: CheckContext['include'];
}

/**
 * Returns what to send for a block, or undefined when it holds no request. A request that cannot be sent has a plan, too, with the reason
 * among its problems. What the findings say is added by `withFindings`.
 */
export function planRequest(
  block: Block,
  { binding, startLine, definitions, scripted, sharedScripts = [], include }: PlanContext,
): RequestPlan | undefined {
  if (block.otherRequest) return planOtherRequest(block, startLine);
  // A file that is only a part of a body cannot be sent on its own.
  if (!binding || (block.association !== undefined && block.association.at !== '')) return undefined;
  const { request, endpoint, service, rivals } = binding;
  const opensChannel = isChannel(request);
  const method = opensChannel ? channelMethod : binding.method;
  const target = segmentsOf(targetText(binding));
  const headers = plannedFields(request);
  const bodyProblems: BodyProblem[] = [];
  const body = request.body === undefined ? undefined : planBody(block.text, request.body, binding, bodyProblems);
  // The transport sends paths only.
  if (method === 'OPTIONS' && request.target.path.text.trim() === '*')
    bodyProblems.push({ reason: wholeServer, offset: request.target.path.span.start, allowsSending: false });
  const lists = [target, ...headers.flatMap(({ name, value }) => [name, value]), ...segmentsOfBody(body)];
  const name = nameOfRequest(block)?.text;
  const named = binding.namedEndpoint;
  // Neutral names, as the documents write them, mean nothing to a server of which the vendor is unknown.
  const isForeign = !endpoint && binding.vendor === undefined && binding.destination.kind !== 'path';
  const recommended = service === undefined || (isForeign && service.vendorNames) ? [] : recommendedHeaders(service);
  const directives = readSendingDirectives(block);
  const problems = problemsOf(block, [...bodyProblems, ...problemsOfDirectives(directives)], startLine);
  const leftOut = leftOutOf(block, startLine);
  const asserts = assertsOf(block, startLine);
  const judging = [
    ...asserts.map(({ text }) => text),
    ...(directives.until ? [directives.until.assert] : []),
    ...directives.conditions.map((one) => `{{${one.variable}}} ${one.expected ?? ''}`),
  ];
  const scripts = [...sharedScripts, ...scriptsOf(block, startLine)];
  const variables = variablesOf(lists);
  const scriptedHere = scriptedAmong(variables, definitions, scripted);
  const dependsOn = [
    ...new Set([
      ...scriptedHere.flatMap(({ request }) => (request === undefined || request === name ? [] : [request])),
      ...requestsNeeded(block, variables, definitions),
      // An assert may compare the response with an earlier one, and with itself.
      ...requestsNeeded(block, variablesOf(judging.map((text) => segmentsOf(text))), definitions).filter(
        (needed) => needed !== name,
      ),
    ]),
  ];
  const taken = block.variables.flatMap(({ name: { text, span }, value }) =>
    isBehindRequest(block, span.start) ? takenBy(text, value.text) : [],
  );
  const needs = needsOfRequest(binding);
  const ofFile = lossesOfFile(block, include);
  const ofRequest = effectsOf(binding, needs);
  const effects = ofFile.length === 0 ? ofRequest : [...ofFile, ...ofRequest];
  const losingActions = isOpenBody(body) ? losingActionsOf(binding.operation) : [];
  const pages = method === 'GET' && binding.operation ? numberedPagesOf(binding.operation) : undefined;
  const lineOf = linesIn(block, startLine);
  const draft: PlanDraft = {
    method,
    target,
    isAbsolute: binding.destination.kind !== 'path',
    headers,
    label: labelOf(block, `${method} ${pathText(request.target) || '/'}`),
    variables,
    errors: 0,
    line: lineOf(request.lineSpan.start),
    isUnsafe: !safeMethods.includes(method),
  };
  if (opensChannel) draft.opensChannel = true;
  if (body) draft.body = body;
  if (endpoint) {
    draft.endpoint = endpoint.name;
    draft.endpointBy = reasonOf(binding, named);
  } else if (named !== undefined) draft.unknownEndpoint = named;
  if (rivals) draft.possibleEndpoints = rivals.map((one) => one.name);
  if (service) {
    draft.service = service.id;
    Object.assign(draft, credentialOfPlan(binding));
    if (service.vendorNames) draft.vendorNames = service.vendorNames;
    if (!endpoint && binding.vendor !== undefined) draft.vendor = binding.vendor;
  }
  if (binding.operation) {
    draft.operation = binding.operation.id;
    draft.template = binding.operation.path;
  }
  if (recommended.length > 0) draft.recommended = recommended;
  if (name !== undefined) draft.name = name;
  const tags = tagsOf(block);
  if (tags.length > 0) draft.tags = tags;
  if (scriptedHere.length > 0) draft.scripted = scriptedHere;
  if (dependsOn.length > 0) draft.dependsOn = dependsOn;
  if (block.prompts.length > 0) draft.prompts = block.prompts.map(planPrompt);
  if (block.outputs.length > 0) draft.outputs = outputsOf(block, startLine);
  if (block.directives.length > 0) Object.assign(draft, planDirectives(directives, lineOf));
  if (problems.length > 0) draft.problems = problems;
  if (leftOut.length > 0) draft.leftOut = leftOut;
  if (taken.length > 0) draft.taken = taken;
  if (asserts.length > 0) draft.asserts = asserts;
  if (scripts.length > 0) draft.scripts = scripts;
  if (/^HTTP\/2(?:\.0)?$/i.test(request.httpVersion?.text ?? '')) draft.asksForHttp2 = true;
  if (pages) draft.pages = pages;
  if (needs) draft.needs = needs;
  if (effects.length > 0) draft.effects = effects;
  if (losingActions.length > 0) draft.losingActions = losingActions;
  return draft;
}

const wholeServer =
  '`OPTIONS *` asks about a server as a whole, which Rulebook does not send. Write a path, such as `OPTIONS /`.';

/** A plan that is being made. Its members are set one by one: a file may hold thousands of requests, and each spread is a copy. */
type PlanDraft = { -readonly [Member in keyof RequestPlan]: RequestPlan[Member] };

/** Returns the header fields and the variables among them, in the order of the file. */
function plannedFields({ headers, headVariables = [] }: RequestSyntax): readonly PlannedField[] {
  if (headers.length === 0 && headVariables.length === 0) return [];
  const fields = headers.map(({ name, value, span, sharedBy }) => ({
    at: span.start,
    field: { name: segmentsOf(name.text), value: segmentsOf(value.text), ...(sharedBy && { sharedBy }) },
  }));
  const variables = headVariables.map(({ name, span, isLast }) => ({
    at: span.start,
    field: {
      name: segmentsOf(`{{${name}}}`),
      value: [],
      whole: { mayBeBody: isLast },
    },
  }));
  return [...fields, ...variables].sort((one, other) => one.at - other.at).map(({ field }) => field);
}

/** Returns which of the variables get their values from scripts alone. */
function scriptedAmong(
  variables: readonly string[],
  definitions: PlanContext['definitions'],
  scripted: PlanContext['scripted'],
): readonly ScriptedVariable[] {
  if (scripted === undefined || scripted.size === 0) return [];
  // A definition may refer to such a variable in its turn.
  const reached = new Set(variables);
  for (const name of reached)
    for (const inner of variablesOf([segmentsOf(definitions.get(name) ?? '')])) reached.add(inner);
  return [...reached].flatMap((name) => {
    const script = definitions.has(name) ? undefined : scripted.get(name);
    return script === undefined ? [] : [{ name, ...script }];
  });
}

/** Returns what the directives of a request add to its plan. */
function planDirectives(
  { references, conditions, disabled, until, problems: _problems, ...rest }: SendingDirectives,
  lineOf: (offset: number) => number,
): Partial<RequestPlan> {
  return {
    ...rest,
    ...(references.length > 0 && { references }),
    ...(conditions.length > 0 && {
      conditions: conditions.map(({ span, variableSpan: _variableSpan, ...condition }) => ({
        ...condition,
        line: lineOf(span.start),
      })),
    }),
    ...(until && { until: { ...withoutSpan(until), line: lineOf(until.span.start) } }),
    ...(disabled && {
      omission: {
        reason: `it is switched off by \`# @disabled\` (line ${lineOf(disabled.start) + 1})`,
        allowsSending: true,
      },
    }),
  };
}

function withoutSpan<T extends object>({ span: _span, ...rest }: T & { readonly span: unknown }): Omit<T, 'span'> {
  return rest;
}

function problemsOfDirectives({ problems }: SendingDirectives): readonly BodyProblem[] {
  return problems.map(({ reason, span }) => ({ reason, offset: span.start, allowsSending: true }));
}

/** Returns what a request is called in lists and questions, which no character of its name disguises. */
function labelOf(block: Block, other: string): string {
  const said = directiveOf(block, 'title')?.text || directiveOf(block, 'name')?.text;
  return visibleLine(maskNamedSecrets(said || titleOf(block) || other).text);
}

/** A title without a letter or digit is a rule between requests. */
function titleOf({ title }: Block): string {
  return title !== undefined && /[\p{L}\p{N}]/u.test(title.text) ? title.text : '';
}

/** Plans something other than an HTTP request: a plan that says why it is not sent. */
function planOtherRequest(block: Block, startLine: number): RequestPlan | undefined {
  const { otherRequest, text } = block;
  if (otherRequest === undefined) return undefined;
  const [word = ''] = otherRequest.line.text.split(/\s/, 1);
  const line = startLine + countLineEnds(text.slice(0, otherRequest.span.start));
  return {
    method: word,
    target: [],
    isAbsolute: true,
    headers: [],
    // The whole line might contain a credential.
    label: labelOf(block, word),
    variables: [],
    errors: 0,
    line,
    ...(otherRequest.isOtherProtocol !== true
      ? { problems: [{ reason: otherRequest.reason, line, allowsSending: false }] }
      : {
          omission: { reason: `${otherRequest.reason.replace(/\.\s*$/, '')} (line ${line + 1})`, allowsSending: false },
        }),
    isUnsafe: true,
  };
}

/** Collects why the request is not sent as it is written. Without a readable request line, sending the rest makes no sense. */
function problemsOf(block: Block, ofBody: readonly BodyProblem[], startLine: number): readonly PlanProblem[] {
  const found: BodyProblem[] = [...ofBody];
  const end = block.response?.span.start ?? block.text.length;
  for (const { code, message, span } of block.problems) {
    const isOfRequest = code === 'malformed-header' || code === 'stray-line' || code === 'malformed-request-line';
    if (!isOfRequest || span.start >= end) continue;
    found.push({ reason: message, offset: span.start, allowsSending: code !== 'malformed-request-line' });
  }
  for (const { kind, span } of block.unsupported) {
    const lack = lackOf(kind);
    if (lack?.changesRequest === true) found.push({ reason: lack.message, offset: span.start, allowsSending: true });
  }
  for (const variable of block.request ? unreplacedVariablesOf(block, block.request) : []) {
    found.push({ reason: explainUnreplaced(variable), offset: variable.span.start, allowsSending: true });
  }
  if (found.length === 0) return [];
  const lineOf = linesIn(block, startLine);
  return found
    .sort((a, b) => a.offset - b.offset)
    .map(({ reason, offset, allowsSending }) => ({ reason, line: lineOf(offset), allowsSending }));
}

function leftOutOf(block: Block, startLine: number): readonly LeftOut[] {
  if (block.scripts.length === 0 && block.unsupported.length === 0) return [];
  const lineOf = linesIn(block, startLine);
  const scripts = block.scripts.flatMap((script) =>
    reasonNotToRun(script) === undefined
      ? []
      : [{ what: wordsForScript(script.kind), line: lineOf(script.span.start) }],
  );
  const others = block.unsupported.flatMap(({ kind, span }) => {
    const lack = lackOf(kind);
    return lack === undefined || lack.changesRequest ? [] : [{ what: lack.what, line: lineOf(span.start) }];
  });
  return [...scripts, ...others].sort((a, b) => a.line - b.line);
}

function outputsOf(block: Block, startLine: number): NonNullable<RequestPlan['outputs']> {
  const lineOf = linesIn(block, startLine);
  return block.outputs.map(({ path, overwrites, span }) => ({
    path: segmentsOf(path.text),
    overwrites,
    line: lineOf(span.start),
  }));
}

function assertsOf(block: Block, startLine: number): readonly PlannedAssert[] {
  const lineOf = linesIn(block, startLine);
  return block.asserts.map(({ assert, span }) => ({ text: assert.text, line: lineOf(span.start) }));
}

/** Returns a function from an offset in the block to the line of the file. */
function linesIn({ text }: Block, startLine: number): (offset: number) => number {
  let starts: LineStarts | undefined;
  return (offset) => startLine + positionAt((starts ??= lineStartsOf(text)), offset).line;
}

function targetText({ request: { target }, destination }: Binding): string {
  const query = target.query.map(({ name, value }) => (value === undefined ? name.text : `${name.text}=${value.text}`));
  const host = destination.kind === 'path' ? target.origin?.text : destination.written.text;
  const scheme = destination.kind === 'url' && destination.scheme !== undefined ? `${destination.scheme}://` : '';
  return (scheme + (host ?? '') + pathText(target) || '/') + (query.length > 0 ? `?${query.join('&')}` : '');
}

/** Joins the segments. The text of the token may extend over several lines. */
function pathText({ segments }: RequestTarget): string {
  return segments.map(({ text }) => `/${text}`).join('');
}

function reasonOf(
  { destination, endpoint, isOnlyService }: Binding,
  named: string | undefined,
): RequestPlan['endpointBy'] {
  if (named !== undefined && named === endpoint?.name) return 'directive';
  if (destination.kind !== 'path') return 'url';
  return isOnlyService === true ? 'only-service' : 'default';
}

const recommendedHeaders = perObject((service: Service): NonNullable<RequestPlan['recommended']> =>
  service.headers.flatMap((field) => {
    const value = recommendedValue(field);
    return value === undefined ? [] : [{ name: field.name, value }];
  }),
);

/** Returns the value of a recommended field: the first one that has no source of its own, such as an article about newer ones. */
function recommendedValue(field: Field): string | undefined {
  const name = field.name.toLowerCase();
  // `Content-Type` depends on the body, `Authorization` on the endpoint's credential.
  if (name === 'content-type' || name === 'authorization' || field.absent === undefined) return undefined;
  const listed = field.shape.type === 'string' ? (field.shape.values?.values ?? []) : [];
  const first = listed.find(({ provenance }) => provenance === undefined);
  return first === undefined ? undefined : String(first.value);
}
