import { isRecord } from '@rulebook/json/is-record';
import { unpackOperation } from '@rulebook/description/packed';
import { cursorMark, type TextPlace } from '@rulebook/description/text-place';
import type { ArazzoDocument, Workflow } from '../arazzo/read-arazzo';
import { inputSchema, pointerOf, type KnownSource, type StepOperation } from '../arazzo/sources';
import { describeInput, targetOf, type ExpressionPlace } from './expression-offers';
import type { PlaceForm } from './form-at';
import { typeOfField } from './shape-fields';
import { membersThere, type Draft } from './written';

/** More operations are not offered at once, and of more than a few, what they mean is not read. */
const most = 2000;
const few = 200;

/** Returns the words that a value can be by its place: names of operations, workflows, steps, parameters, media types. */
export function offeredWords(place: TextPlace, form: PlaceForm, found: ExpressionPlace): readonly Draft[] {
  const { document, workflow } = found;
  switch (`${form.owner}.${form.key}`) {
    case 'step.operationId':
      return operationIds(found);
    case 'step.operationPath':
      return operationPaths(found);
    case 'step.workflowId':
    case 'success.workflowId':
    case 'failure.workflowId':
    case 'workflow.dependsOn':
      return workflowIds(found);
    case 'success.stepId':
    case 'failure.stepId':
    case 'step.dependsOn':
      return (workflow?.steps ?? [])
        .filter((step) => isWritten(step.id) && !(form.owner === 'step' && step === found.step))
        .map(({ id, description, target }) => ({
          label: id,
          ...(target && { detail: target.value }),
          ...(description !== undefined && { says: description }),
        }));
    case 'parameter.in':
      return placesOfParameter(place, form, found);
    case 'body.contentType':
      return mediaTypes(found).map((label) => ({ label }));
    default:
      return (form.rest.length === 0 ? (form.member?.values ?? []) : [])
        .filter((label) => !(document.version === '1.0' && label === 'querystring'))
        .map((label) => ({ label }));
  }
}

/** Returns the components that a reference can name. */
export function offeredComponents(tree: unknown, table: string): readonly Draft[] {
  const components = isRecord(tree) ? tree['components'] : undefined;
  const list = isRecord(components) ? components[table] : undefined;
  return isRecord(list) ? Object.keys(list).map((name) => ({ label: `$components.${table}.${name}` })) : [];
}

function isWritten(id: string): boolean {
  return !id.includes(cursorMark);
}

function operationsOf({ description }: KnownSource): readonly StepOperation[] {
  if (description === undefined) return [];
  return [...description.operations].slice(0, most).map((one) => unpackOperation(one, description));
}

function operationIds({ document, sources }: ExpressionPlace): readonly Draft[] {
  const isLong = document.sources.filter(({ type }) => type !== 'arazzo').length > 1;
  return sources.flatMap((source) => {
    const { description } = source;
    const { operations = [] } = description ?? {};
    return [...operations].slice(0, most).map((one) => ({
      ...(description !== undefined && operations.length <= few
        ? draftOf(unpackOperation(one, description))
        : { detail: `${one.methods[0] ?? ''} ${one.path}` }),
      label: isLong ? `$sourceDescriptions.${source.name}.${one.id}` : one.id,
    }));
  });
}

function operationPaths({ sources }: ExpressionPlace): readonly Draft[] {
  return sources.flatMap((source) =>
    operationsOf(source).flatMap((operation) => {
      const pointer = pointerOf(operation);
      // What is in another file has no place in this one.
      if (!pointer.startsWith('#')) return [];
      return [{ ...draftOf(operation), label: `{$sourceDescriptions.${source.name}.url}${pointer}` }];
    }),
  );
}

function draftOf({ methods, path, title, summary }: StepOperation): Omit<Draft, 'label'> {
  const says = [title, ...(summary === undefined || summary === title ? [] : [summary])].join('\n\n');
  return { detail: `${methods[0] ?? ''} ${path}`, ...(says !== '' && { says }) };
}

function workflowIds({ document, sources, workflow }: ExpressionPlace): readonly Draft[] {
  const own = document.workflows.filter((one) => one !== workflow && isWritten(one.id));
  return [
    ...own.map(({ id, summary }) => ({ label: id, ...(summary !== undefined && { detail: summary }) })),
    ...sources.flatMap(({ name, document: other }) =>
      (other?.workflows ?? []).map(({ id, summary }) => ({
        label: `$sourceDescriptions.${name}.${id}`,
        ...(summary !== undefined && { detail: summary }),
      })),
    ),
  ];
}

/** A parameter that can be given, with its place. */
export interface OfferedParameter extends Draft {
  readonly in?: string;
}

/** Returns all parameters of what a step calls: of its operation, or the inputs of its workflow. */
export function parametersOf(found: ExpressionPlace): readonly OfferedParameter[] {
  const target = found.step && targetOf(found.step, found);
  if (target?.kind === 'workflow') return inputsAsParameters(target.workflow, target.document);
  if (target?.kind !== 'operation') return [];
  const { operation, source } = target;
  const fields = [
    ...(operation.pathParameters ?? []).map((field) => ({ field, where: 'path' })),
    ...(operation.query ?? []).map((field) => ({ field, where: 'query' })),
    ...(operation.headers ?? [])
      .filter(({ name }) => !/^(?:accept|content-type|authorization)$/i.test(name))
      .map((field) => ({ field, where: 'header' })),
  ];
  return fields.map(({ field, where }) => ({
    label: field.name,
    in: where,
    detail: `${where} · ${typeOfField(field, source.description ?? { shapes: [] })}`,
    ...(field.summary !== undefined && { says: field.summary }),
  }));
}

/** Returns the inputs of a workflow as what it can be given. */
export function inputsAsParameters(workflow: Workflow, document: ArazzoDocument): readonly OfferedParameter[] {
  const { properties } = inputSchema(workflow, document);
  return Object.entries(isRecord(properties) ? properties : {}).map(([label, schema]) => {
    const says = describeInput(label, schema);
    return { label, detail: 'input', ...(says !== '' && { says }) };
  });
}

/** Of a parameter of the operation, its place alone is offered. */
function placesOfParameter({ path, tree }: TextPlace, form: PlaceForm, found: ExpressionPlace): readonly Draft[] {
  const own = valueAtPath(tree, path.slice(0, -1));
  const name = isRecord(own) ? own['name'] : undefined;
  const known = parametersOf(found).flatMap((one) => (one.label === name && one.in !== undefined ? [one.in] : []));
  const places = known.length > 0 ? known : (form.member?.values ?? []);
  return places
    .filter((label) => !(found.document.version === '1.0' && label === 'querystring'))
    .map((label) => ({ label }));
}

function mediaTypes(found: ExpressionPlace): readonly string[] {
  const target = found.step && targetOf(found.step, found);
  if (target?.kind !== 'operation') return [];
  const { body } = target.operation;
  const named = [
    ...(body?.shape === undefined ? [] : ['application/json']),
    ...(body?.forms ?? []).map(({ mediaType }) => mediaType),
    ...(body?.mediaTypes ?? []),
  ];
  return [...new Set(named)];
}

/** Returns the value at a path in a tree. */
export function valueAtPath(tree: unknown, path: readonly string[]): unknown {
  let found = tree;
  for (const step of path) {
    if (Array.isArray(found)) found = (found as readonly unknown[])[Number(step)];
    else found = isRecord(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}

/** Returns whether an object has no member but those that are named here. */
export function hasOnly(object: unknown, names: readonly string[]): boolean {
  return membersThere(object, cursorMark).every((key) => names.includes(key));
}
