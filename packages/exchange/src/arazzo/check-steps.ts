import type { WordFix } from '@rulebook/description/document-form';
import type { Span } from '@rulebook/text/span';
import { checkArazzo } from './check-arazzo';
import type { ArazzoProblem } from './check-structure';
import type { ArazzoText, LocatedSource } from './known-sources';
import { pointerInJson } from './place-in-body';
import type { Step } from './read-arazzo';
import { createInstance } from './references';
import { findTarget, type KnownSource, type StepOperation } from './sources';
import { stepRequest, type StepRequest } from './step-request';

/** Something that is wrong in a document, and where. */
export interface PlacedArazzoProblem extends Pick<ArazzoProblem, 'severity' | 'message' | 'fix'> {
  readonly rule?: string;
  readonly span: Span;
  /** Absent: it is about a value of a step as a request, and has no fix. */
  readonly pointer?: string;
}

/** What the checker says of the request of a step. */
export interface StepFinding {
  readonly rule: string;
  readonly message: string;
  readonly severity: string;
  readonly span: Span;
  readonly provenance: { readonly kind: string };
  /** The word that is meant, as it is in the request. */
  readonly fix?: WordFix;
}

/** Checks the text of a request that goes to the endpoint `source`, of the service of a source description. */
export type CheckStep = (text: string, source: KnownSource) => Iterable<StepFinding>;

/** The name of the endpoint and of the variables in such a text. */
export const stepNames = { endpoint: 'source', variable: 'value' } as const;

type ReadText = Exclude<ArazzoText, { readonly message: string }>;

/** Returns what is wrong with a document: its form, what it refers to, and the values of its steps as requests. */
export function checkArazzoText(
  { tree, document, spanAt }: ReadText,
  sources: readonly LocatedSource[],
  check: CheckStep,
): readonly PlacedArazzoProblem[] {
  const problems: PlacedArazzoProblem[] = checkArazzo(tree, sources).map((problem) => ({
    ...problem,
    span: spanAt(problem.pointer),
  }));
  for (const workflow of document.workflows)
    for (const step of workflow.steps) {
      const found = step.target && findTarget(step.target, document, sources);
      if (found?.kind !== 'operation') continue;
      const scope = { instance: createInstance(workflow, document, sources), step };
      problems.push(...problemsOfStep(step, scope, found, spanAt, check));
    }
  return problems.sort((a, b) => a.span.start - b.span.start);
}

/** Returns what is wrong with the values of a step, by the description of its operation. */
function problemsOfStep(
  step: Step,
  scope: { readonly instance: ReturnType<typeof createInstance>; readonly step: Step },
  { operation, source }: Extract<ReturnType<typeof findTarget>, { kind: 'operation' }>,
  spanAt: (pointer: string) => Span,
  check: CheckStep,
): readonly PlacedArazzoProblem[] {
  const { text, bodyAt } = requestTextOf(step, operation, scope);
  const problems: PlacedArazzoProblem[] = [];
  for (const { message, severity, span, provenance, rule, fix } of check(text, source)) {
    // Which parameters there are is said already.
    const isSaid = span.start < bodyAt && /^(?:required-field|unknown-query-parameter)$/.test(rule);
    if (provenance.kind !== 'described' || isSaid || severity === 'hint') continue;
    const level = severity === 'error' || severity === 'warning' ? severity : 'information';
    const pointer = pointerOf(step, span.start, text, bodyAt);
    problems.push({ message, rule, severity: level, span: spanAt(pointer), ...(fix && { fix, pointer }) });
  }
  return problems;
}

/** Returns the text of a step as a request, and where its body is. Of what is not written in the document, nothing is known. */
export function requestTextOf(
  step: Step,
  operation: StepOperation,
  scope: { readonly instance: ReturnType<typeof createInstance>; readonly step: Step },
): { readonly text: string; readonly bodyAt: number } {
  return textOfRequest(
    stepRequest(step, operation, scope, (resolved) =>
      resolved?.kind === 'constant' ? undefined : { text: `{{${stepNames.variable}}}` },
    ),
  );
}

/** Returns the place of a finding: the part of the body, the parameter or the operation of the step. */
function pointerOf(step: Step, start: number, text: string, bodyAt: number): string {
  if (start >= bodyAt && step.body !== undefined) {
    const isWritten = typeof step.body.payload !== 'string';
    return `${step.body.pointer}/payload${isWritten ? pointerInJson(text.slice(bodyAt), start - bodyAt) : ''}`;
  }
  const before = text.slice(0, start);
  const after = text.slice(start);
  const pair = before.slice(Math.max(before.lastIndexOf('?'), before.lastIndexOf('&')) + 1);
  const line = before.slice(before.lastIndexOf('\n') + 1).toLowerCase();
  const named = step.parameters.find(({ name, in: place }) => {
    if (place === 'query') return `${pair}${after}`.startsWith(`${encodeURIComponent(name)}=`);
    return place === 'header' && line.startsWith(`${name.toLowerCase()}:`);
  });
  return named === undefined ? (step.target?.pointer ?? step.pointer) : `${named.pointer}/value`;
}

function textOfRequest({ method, target, headers, body }: StepRequest): {
  readonly text: string;
  readonly bodyAt: number;
} {
  const fields = headers.map((field) => field.join(': '));
  const head = [`# @endpoint ${stepNames.endpoint}`, `${method} ${target}`, ...fields, '', ''].join('\n');
  return { text: `${head}${body ?? ''}\n`, bodyAt: head.length };
}
