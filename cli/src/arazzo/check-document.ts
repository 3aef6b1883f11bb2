import {
  checkArazzo,
  createInstance,
  findTarget,
  pointerInJson,
  stepRequest,
  type KnownSource,
  type Step,
  type StepRequest,
  type Workflow,
} from '@rulebook/exchange/arazzo';
import type { CheckOptions } from '@rulebook/engine';
import type { Checker } from '@rulebook/engine/checking';
import { reportConfiguration, type ReportedFile } from '@rulebook/sender/report';
import { createDescribedService } from '@rulebook/services';
import type { FolderSettings } from '../configuration/configuration-file';
import { readDocument, type ReadDocument } from './read-document';

type Problem = Parameters<typeof reportConfiguration>[2][number];

/** Checks an Arazzo document by the format and the descriptions that it refers to; the values of its steps are checked as requests. */
export async function checkDocument(
  engine: Pick<Checker, 'openFile' | 'check'>,
  path: string,
  text: string,
  settings: FolderSettings,
): Promise<ReportedFile> {
  const read = await readDocument(path, text, settings);
  if ('message' in read)
    return reportConfiguration(path, text, [{ ...read, severity: 'error' }], 'arazzo');
  const problems: Problem[] = checkArazzo(read.tree, read.sources).map(({ pointer, message, severity }) => ({
    ...{ message, severity, span: read.spanAt(pointer) },
  }));
  for (const workflow of read.document.workflows)
    for (const step of workflow.steps) problems.push(...problemsOfStep(engine, step, workflow, read));
  problems.sort((a, b) => a.span.start - b.span.start);
  return reportConfiguration(path, text, problems, 'arazzo');
}

/** Returns what is wrong with the values of a step, by the description of its operation. */
function problemsOfStep(
  engine: Pick<Checker, 'openFile' | 'check'>,
  step: Step,
  workflow: Workflow,
  { document, sources, spanAt }: ReadDocument,
): readonly Problem[] {
  const found = step.target && findTarget(step.target, document, sources);
  if (found?.kind !== 'operation') return [];
  const scope = { instance: createInstance(workflow, document, sources), step };
  // Of what is not written in the document, nothing is known.
  const request = stepRequest(step, found.operation, scope, (resolved) =>
    resolved?.kind === 'constant' ? undefined : { text: '{{value}}' },
  );
  const { text, bodyAt } = textOfStep(request);
  const report = engine.check(engine.openFile(text), optionsFor(found.source));
  const problems: Problem[] = [];
  for (const { findings } of report.blocks)
    for (const { message, severity, span, provenance, rule } of findings) {
      // Which parameters there are is said already.
      const isSaid = span.start < bodyAt && /^(?:required-|unknown-)/.test(rule);
      if (provenance.kind !== 'described' || isSaid) continue;
      problems.push({ message, severity, rule, span: spanAt(pointerFor(step, span.start, { text, bodyAt, request })) });
    }
  return problems;
}

interface StepText {
  readonly text: string;
  /** Where the body begins. */
  readonly bodyAt: number;
  readonly request: StepRequest;
}

/** Returns the place of a finding: the part of the body, the parameter or the operation of the step. */
function pointerFor(step: Step, start: number, { text, bodyAt }: StepText): string {
  if (start >= bodyAt && step.body !== undefined) {
    const isWritten = typeof step.body.payload !== 'string';
    return `${step.body.pointer}/payload${isWritten ? pointerInJson(text.slice(bodyAt), start - bodyAt) : ''}`;
  }
  const before = text.slice(0, start);
  const after = text.slice(start);
  const named = step.parameters.find(({ name, in: place }) => {
    if (place === 'query')
      return /[?&]$/.test(before)
        ? after.startsWith(`${encodeURIComponent(name)}=`)
        : new RegExp(`[?&]${escaped(encodeURIComponent(name))}=[^&\\s]*$`).test(before);
    if (place === 'header') return before.slice(before.lastIndexOf('\n') + 1).toLowerCase().startsWith(`${name.toLowerCase()}:`);
    return false;
  });
  return named === undefined ? (step.target?.pointer ?? step.pointer) : `${named.pointer}/value`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function textOfStep({ method, target, headers, body }: StepRequest): { readonly text: string; readonly bodyAt: number } {
  const head = [
    `# @endpoint ${endpointName}`,
    `${method} ${target}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\n');
  return { text: `${head}${body ?? ''}\n`, bodyAt: head.length };
}

const endpointName = 'source';
const known = new WeakMap<KnownSource, CheckOptions>();

/** Returns the options by which a request goes to the service of a source description. */
function optionsFor(source: KnownSource): CheckOptions {
  const made = known.get(source);
  if (made !== undefined) return made;
  const { description } = source;
  const services = description === undefined ? [] : [createDescribedService(description, { id: 'arazzo-source' })];
  const endpoint = { name: endpointName, service: 'arazzo-source', baseUrl: 'https://source.invalid' };
  const options: CheckOptions = {
    context: {
      ...{ endpoints: [endpoint], defaults: { 'arazzo-source': endpointName }, services },
      outsideNames: { variables: new Set(['value']), requests: new Set(), isComplete: false },
    },
    severities: {},
  };
  known.set(source, options);
  return options;
}
