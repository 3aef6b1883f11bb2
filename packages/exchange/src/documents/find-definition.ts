import { elementsIn } from '@rulebook/description/text-element';
import { lenientTree } from '@rulebook/description/text-place';
import type { Span } from '@rulebook/text/span';
import { pointerStep } from '@rulebook/text/pointer';
import type { LocatedSource } from '../arazzo/known-sources';
import type { Workflow } from '../arazzo/read-arazzo';
import { findWorkflow, pointerOf, type FoundTarget } from '../arazzo/sources';
import { expressionAt, type ExpressionAt } from './expression-at';
import { targetOf, type ExpressionPlace } from './expression-offers';
import { formAt, formOfFormat, type DocumentFormat, type PlaceForm } from './form-at';
import { selectedPointers } from './overlay-targets';
import { placeInArazzo } from './place-in-arazzo';

/** Where something is defined. */
export interface DefinedPlace {
  /** Absent: in the document itself. */
  readonly path?: string;
  /** With `#` in front. */
  readonly pointer: string;
}

/** What is defined elsewhere, and where. */
export interface FoundDefinition {
  readonly span: Span;
  readonly places: readonly DefinedPlace[];
}

/** What is known around a document. */
export interface DefinitionContext {
  readonly sources: readonly LocatedSource[];
  /** Of an overlay: the description that it extends, and its path. */
  readonly extended?: { readonly tree: unknown; readonly path: string };
}

/** More places of an overlay's target are not listed. */
const mostPlaces = 50;

/** Returns where what is at a position of a document is defined. */
export function definitionInDocument(
  text: string,
  offset: number,
  format: DocumentFormat,
  context: DefinitionContext,
): FoundDefinition | undefined {
  const element = elementsIn(text).at(offset);
  if (element?.part !== 'value') return undefined;
  const form = formAt(formOfFormat(format), element.path);
  if (form === undefined) return undefined;
  const { inner } = element;
  const value = text.slice(inner.start, inner.end);
  if (format === 'overlay') {
    const places = placesOfTarget(form, value, context);
    return places.length === 0 ? undefined : { span: inner, places };
  }
  const tree = lenientTree(text);
  const found = placeInArazzo(tree, element.path, context.sources);
  const named = placeOfName(form, value, found, context);
  if (named !== undefined) return { span: inner, places: [named] };
  const expression = expressionAt(text, inner, offset);
  const place = expression && placeOfExpression(expression, found);
  return place && { span: expression.span, places: [place] };
}

function placesOfTarget(
  { owner, key }: PlaceForm,
  value: string,
  { extended }: DefinitionContext,
): readonly DefinedPlace[] {
  if (extended === undefined) return [];
  const { tree, path } = extended;
  if (owner === 'document' && key === 'extends') return [{ path, pointer: '#' }];
  if (owner !== 'action' || (key !== 'target' && key !== 'copy')) return [];
  return selectedPointers(value, tree)
    .slice(0, mostPlaces)
    .map((pointer) => ({ path, pointer }));
}

/** Returns where an operation, a workflow, a step, a component or a file is that a value names. */
function placeOfName(
  form: PlaceForm,
  value: string,
  found: ExpressionPlace,
  { sources }: DefinitionContext,
): DefinedPlace | undefined {
  const { document, workflow, step } = found;
  switch (`${form.owner}.${form.key}`) {
    case 'step.operationId':
    case 'step.operationPath':
      return placeOfTarget(step && targetOf(step, found), sources);
    case 'step.workflowId':
    case 'success.workflowId':
    case 'failure.workflowId':
    case 'workflow.dependsOn':
      return placeOfTarget(findWorkflow(value, document, sources), sources);
    case 'success.stepId':
    case 'failure.stepId':
    case 'step.dependsOn':
      return placeOfStep(workflow, value);
    case 'source.url': {
      const name = document.sources.find(({ url }) => url === value)?.name;
      const path = sources.find((one) => one.name === name)?.path;
      return path === undefined ? undefined : { path, pointer: '#' };
    }
    default:
      return undefined;
  }
}

function placeOfTarget(target: FoundTarget | undefined, sources: readonly LocatedSource[]): DefinedPlace | undefined {
  if (target?.kind === 'operation') {
    const path = sources.find(({ name }) => name === target.source.name)?.path;
    const pointer = pointerOf(target.operation);
    const hash = pointer.indexOf('#');
    if (path === undefined || hash === -1) return undefined;
    // An operation may be in another file, whose path is in front.
    const file = pointer.slice(0, hash);
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    return { path: file === '' ? path : `${folder}${file}`, pointer: pointer.slice(hash) };
  }
  if (target?.kind !== 'workflow') return undefined;
  const other = sources.find((one) => one.document === target.document)?.path;
  return { pointer: `${target.workflow.pointer}/workflowId`, ...(other !== undefined && { path: other }) };
}

function placeOfStep(workflow: Workflow | undefined, id: string): DefinedPlace | undefined {
  const step = workflow?.steps.find((one) => one.id === id);
  return step && { pointer: `${step.pointer}/stepId` };
}

function placeOfExpression({ expression }: ExpressionAt, found: ExpressionPlace): DefinedPlace | undefined {
  const { document, workflow } = found;
  switch (expression.kind) {
    case 'inputs':
      return placeOfInput(workflow, expression.name);
    case 'steps': {
      const step = workflow?.steps.find(({ id }) => id === expression.step);
      const output = step?.outputs.find(({ name }) => name === expression.name);
      return output ? { pointer: output.pointer } : placeOfStep(workflow, expression.step);
    }
    case 'workflows': {
      const other = document.workflows.find(({ id }) => id === expression.workflow);
      if (other === undefined) return undefined;
      const output = other.outputs.find(({ name }) => name === expression.name);
      if (expression.field === 'inputs') return placeOfInput(other, expression.name);
      return { pointer: output?.pointer ?? `${other.pointer}/workflowId` };
    }
    case 'components':
      return { pointer: `#/components/${expression.type}${pointerStep(expression.name)}` };
    case 'sourceDescriptions': {
      const source = document.sources.find(({ name }) => name === expression.source);
      return source && { pointer: `${source.pointer}/name` };
    }
    default:
      return undefined;
  }
}

function placeOfInput(workflow: Workflow | undefined, name: string): DefinedPlace | undefined {
  if (workflow === undefined) return undefined;
  const { inputs } = workflow;
  const reference: unknown =
    typeof inputs === 'object' && inputs !== null && '$ref' in inputs ? inputs.$ref : undefined;
  const base = typeof reference === 'string' && reference.startsWith('#/') ? reference : `${workflow.pointer}/inputs`;
  return { pointer: `${base}/properties${pointerStep(name)}` };
}
