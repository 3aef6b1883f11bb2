import { isRecord } from '@rulebook/json/is-record';
import { elementsIn } from '@rulebook/description/text-element';
import { lenientTree } from '@rulebook/description/text-place';
import { count } from '@rulebook/text';
import type { Span } from '@rulebook/text/span';
import type { Workflow } from '../arazzo/read-arazzo';
import { findWorkflow, inputSchema } from '../arazzo/sources';
import type { DocumentContext } from './complete';
import { expressionAt, type ExpressionAt } from './expression-at';
import { describeInput, expressionWords, targetOf, type ExpressionPlace } from './expression-offers';
import { formAt, formOfFormat, type DocumentFormat, type PlaceForm } from './form-at';
import { selectedPointers } from './overlay-targets';
import { placeInArazzo } from './place-in-arazzo';
import { fieldsOfBody, fieldsOfResponse, typeOfField } from './shape-fields';
import { hoverInBody, hoverOfOperation, hoverOfParameter } from './step-as-request';
import { valueAtPath } from './value-offers';
import { describeMember } from './written';

/** What is at a position, as Markdown. */
export interface DescribedElement {
  readonly markdown: string;
  readonly span: Span;
}

/** More places are not listed. */
const mostPlaces = 8;

/** Describes the key or value at a position of a document; undefined where nothing is known of it. */
export function describeInDocument(
  text: string,
  offset: number,
  format: DocumentFormat,
  context: DocumentContext,
): DescribedElement | undefined {
  const element = elementsIn(text).at(offset);
  if (element === undefined) return undefined;
  const { path, part, span, inner } = element;
  const form = formAt(formOfFormat(format), path);
  if (form === undefined) return undefined;
  const tree = lenientTree(text);
  const found = placeInArazzo(tree, path, context.sources);
  const asElement = (markdown: string | undefined): DescribedElement | undefined =>
    markdown === undefined ? undefined : { markdown, span };
  if (part === 'key') return asElement(describeKey(form, format, found, context));
  const value = text.slice(inner.start, inner.end);
  if (format === 'overlay') return asElement(describeTarget(form, value, context));
  const expression = expressionAt(text, inner, offset);
  if (expression !== undefined && !isName(form)) {
    const markdown = describeExpression(expression, found);
    return markdown === undefined ? undefined : { markdown, span: expression.span };
  }
  return asElement(describeValue(form, value, tree, found, context));
}

/** Values that name something, also where they begin with `$`. */
function isName({ owner, key }: PlaceForm): boolean {
  return ['operationId', 'operationPath', 'workflowId', 'dependsOn'].includes(key) && owner !== 'document';
}

function describeKey(
  { member, key, owner, rest }: PlaceForm,
  format: DocumentFormat,
  found: ExpressionPlace,
  { language }: DocumentContext,
): string | undefined {
  if (rest.length > 0) return owner === 'body' && key === 'payload' ? hoverInBody(found, rest, language) : undefined;
  const form = formOfFormat(format);
  const object = form.objects[owner];
  return member && object && describeMember(key, member, form, object.section);
}

function describeTarget({ owner, key }: PlaceForm, value: string, { extended }: DocumentContext): string | undefined {
  if (owner !== 'action' || (key !== 'target' && key !== 'copy') || extended === undefined) return undefined;
  const pointers = selectedPointers(value, extended);
  if (pointers.length === 0) return 'The description has nothing there.';
  const shown = pointers.slice(0, mostPlaces).map((one) => `- \`${one}\``);
  const more = pointers.length > mostPlaces ? [`- and ${pointers.length - mostPlaces} more`] : [];
  return [`Selects ${count(pointers.length, 'place')} of the description:`, [...shown, ...more].join('\n')].join(
    '\n\n',
  );
}

function describeValue(
  form: PlaceForm,
  value: string,
  tree: unknown,
  found: ExpressionPlace,
  { language }: DocumentContext,
): string | undefined {
  const { workflow, document, sources } = found;
  switch (`${form.owner}.${form.key}`) {
    case 'step.operationId':
    case 'step.operationPath':
      return hoverOfOperation(found, language);
    case 'step.workflowId':
    case 'success.workflowId':
    case 'failure.workflowId':
    case 'workflow.dependsOn': {
      const target = findWorkflow(value, document, sources);
      return target.kind === 'workflow' ? describeWorkflow(target.workflow) : undefined;
    }
    case 'success.stepId':
    case 'failure.stepId':
    case 'step.dependsOn': {
      const step = workflow?.steps.find(({ id }) => id === value);
      if (step === undefined) return undefined;
      const calls = hoverOfOperation({ ...found, step }, language);
      return [
        `**${value}** · step`,
        ...(step.description === undefined ? [] : [step.description]),
        ...(calls === undefined ? [] : [calls]),
      ].join('\n\n');
    }
    case 'parameter.name': {
      const own = valueAtPath(tree, form.ownerPath);
      const place = isRecord(own) && typeof own['in'] === 'string' ? own['in'] : undefined;
      const target = found.step && targetOf(found.step, found);
      if (target?.kind !== 'workflow') return hoverOfParameter(found, value, place, language);
      const { properties } = inputSchema(target.workflow, target.document);
      const schema = isRecord(properties) ? properties[value] : undefined;
      return schema === undefined
        ? undefined
        : withTitle(`**\`${value}\`** · input of \`${target.workflow.id}\``, describeInput(value, schema));
    }
    case 'body.payload':
      return hoverInBody(found, form.rest, language);
    default:
      return undefined;
  }
}

function describeWorkflow({ id, summary, steps, outputs }: Workflow): string {
  const names = (list: readonly string[]): string => list.map((one) => `\`${one}\``).join(', ');
  return [
    `**${id}** · workflow`,
    ...(summary === undefined ? [] : [summary]),
    [
      `- Steps: ${names(steps.map((step) => step.id))}`,
      ...(outputs.length === 0 ? [] : [`- Outputs: ${names(outputs.map(({ name }) => name))}`]),
    ].join('\n'),
  ].join('\n\n');
}

function describeExpression({ text, expression }: ExpressionAt, found: ExpressionPlace): string | undefined {
  const { document, workflow, step } = found;
  const title = `**\`${text}\`** · runtime expression`;
  const usual = withTitle(
    title,
    expressionWords[expression.kind === 'message' ? expression.of : expression.kind] ?? '',
  );
  switch (expression.kind) {
    case 'inputs': {
      const { properties } = workflow === undefined ? {} : inputSchema(workflow, document);
      const schema = isRecord(properties) ? properties[expression.name] : undefined;
      const says = describeInput(expression.name, schema);
      return says === '' ? usual : withTitle(title, says);
    }
    case 'steps': {
      const other = workflow?.steps.find(({ id }) => id === expression.step);
      return outputOf(title, other?.outputs, expression.name) ?? usual;
    }
    case 'workflows': {
      const other = document.workflows.find(({ id }) => id === expression.workflow);
      if (expression.field === 'outputs') return outputOf(title, other?.outputs, expression.name) ?? usual;
      const { properties } = other === undefined ? {} : inputSchema(other, document);
      const says = describeInput(expression.name, isRecord(properties) ? properties[expression.name] : undefined);
      return says === '' ? usual : withTitle(title, says);
    }
    case 'message': {
      const target = step && targetOf(step, found);
      const { within } = expression;
      const last = within.at(-1);
      if (target?.kind !== 'operation' || expression.part !== 'body' || last === undefined) return usual;
      const { description } = target.source;
      const fields = expression.of === 'response' ? fieldsOfResponse : fieldsOfBody;
      const field =
        description && fields(target.operation, description, within.slice(0, -1)).find(({ name }) => name === last);
      if (field === undefined || description === undefined) return usual;
      return withTitle(
        title,
        [typeOfField(field, description), ...(field.summary === undefined ? [] : [field.summary])].join('\n\n'),
      );
    }
    case 'sourceDescriptions': {
      const source = document.sources.find(({ name }) => name === expression.source);
      return source === undefined
        ? usual
        : withTitle(title, `The source description \`${source.name}\`: \`${source.url}\``);
    }
    default:
      return usual;
  }
}

function outputOf(
  title: string,
  outputs: readonly { readonly name: string; readonly value: unknown }[] | undefined,
  name: string,
): string | undefined {
  const output = outputs?.find((one) => one.name === name);
  if (output === undefined) return undefined;
  const value = typeof output.value === 'string' ? output.value : JSON.stringify(output.value);
  return withTitle(title, `The output \`${name}\`: \`${value}\``);
}

function withTitle(title: string, says: string): string {
  return says === '' ? title : `${title}\n\n${says}`;
}
