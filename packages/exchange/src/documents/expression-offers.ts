import { isSecretName } from '@rulebook/catalogue/masking/secret-names';
import { isRecord } from '@rulebook/json/is-record';
import { cursorMark } from '@rulebook/description/text-place';
import { pointerStep } from '@rulebook/text/pointer';
import type { ArazzoDocument, Step, Workflow } from '../arazzo/read-arazzo';
import {
  findTarget,
  findWorkflow,
  inputNames,
  inputSchema,
  type FoundTarget,
  type KnownSource,
} from '../arazzo/sources';
import { fieldsOfBody, fieldsOfResponse, isDeep, typeOfField } from './shape-fields';
import type { Draft } from './written';

/** Where an expression is written. */
export interface ExpressionPlace {
  readonly document: ArazzoDocument;
  readonly sources: readonly KnownSource[];
  readonly workflow: Workflow | undefined;
  readonly step: Step | undefined;
  /** The response of the step is there. */
  readonly isAfter: boolean;
}

/** What the words of runtime expressions mean (section Runtime Expressions). */
export const expressionWords: Readonly<Record<string, string>> = {
  url: 'The URL that was called.',
  method: 'The method of the call.',
  statusCode: 'The status code of the response.',
  request: 'What was sent: `header.NAME`, `query.NAME`, `path.NAME` or `body`.',
  response: 'What was received: `header.NAME` or `body`, with a JSON pointer behind `#`.',
  message: 'A message of an AsyncAPI description: `header.NAME` or `payload`.',
  inputs: 'An input of the workflow.',
  outputs: 'An output of the workflow, or of the one that the step runs.',
  steps: 'An output of another step of the workflow.',
  workflows: 'An input or output of another workflow.',
  sourceDescriptions: 'A source description, or something in it.',
  components: 'A part in `components`.',
  self: 'The URI of the document.',
};

/** An expression that can be written; `goesOn` where more of it can follow. */
export interface ExpressionOffer extends Draft {
  readonly goesOn?: boolean;
}

/** Returns the expressions that can be written at a place; of those into bodies, the members of the object that is typed. */
export function offeredExpressions(typed: string, place: ExpressionPlace): readonly ExpressionOffer[] {
  const { document, workflow, isAfter, step } = place;
  const others = document.workflows.filter(({ id }) => workflow?.dependsOn.some(({ value }) => value === id));
  return [
    ...(workflow === undefined ? [] : inputOffers(workflow, document, '$inputs.')),
    ...(workflow?.steps ?? []).flatMap((one) =>
      one === step && !isAfter
        ? []
        : one.outputs.filter(isOther).map(({ name, value }) => ({
            label: `$steps.${one.id}.outputs.${name}`,
            detail: shownValue(value),
            says: `The output \`${name}\` of the step \`${one.id}\`.`,
          })),
    ),
    ...(step !== undefined && isAfter ? exchangeOffers(typed, step, place) : []),
    ...others.flatMap((one) => [
      ...one.outputs.map(({ name, value }) => ({
        label: `$workflows.${one.id}.outputs.${name}`,
        detail: shownValue(value),
        says: `The output \`${name}\` of the workflow \`${one.id}\`, which is run before.`,
      })),
      ...inputOffers(one, document, `$workflows.${one.id}.inputs.`),
    ]),
    // These are seldom meant.
    ...(!typed.startsWith('$s')
      ? []
      : document.sources.map(({ name, url }) => ({ label: `$sourceDescriptions.${name}.url`, detail: url }))),
    ...(document.self === undefined ? [] : [{ label: '$self', detail: document.self }]),
  ];
}

/** Returns whether an output is not the one that is being written. */
function isOther({ value }: { readonly value: unknown }): boolean {
  return typeof value !== 'string' || !value.includes(cursorMark);
}

function inputOffers(workflow: Workflow, document: ArazzoDocument, front: string): readonly ExpressionOffer[] {
  const { properties } = inputSchema(workflow, document);
  const names = inputNames(workflow, document) ?? (isRecord(properties) ? Object.keys(properties) : []);
  return names.map((name) => {
    const says = describeInput(name, isRecord(properties) ? properties[name] : undefined);
    return { label: `${front}${name}`, detail: 'input', ...(says !== '' && { says }) };
  });
}

/** Returns what a JSON Schema says of an input, as Markdown; not the value of a secret. */
export function describeInput(name: string, schema: unknown): string {
  if (!isRecord(schema)) return '';
  const { type, format, description, enum: values } = schema;
  const usual = isSecretName(name) || format === 'password' ? undefined : schema['default'];
  return [
    ...(typeof description === 'string' ? [description] : []),
    ...(typeof type === 'string' ? [`- Type: ${type}`] : []),
    ...(Array.isArray(values)
      ? [`- Allowed values: ${values.map((one) => `\`${JSON.stringify(one)}\``).join(', ')}`]
      : []),
    ...(usual === undefined ? [] : [`- Default: \`${JSON.stringify(usual)}\``]),
  ].join('\n');
}

function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Returns what a step has sent and received. */
function exchangeOffers(typed: string, step: Step, place: ExpressionPlace): readonly ExpressionOffer[] {
  const target = targetOf(step, place);
  const usual = ['statusCode', 'url', 'method'].map((word) => ({
    label: `$${word}`,
    says: expressionWords[word] ?? '',
  }));
  if (target?.kind === 'workflow')
    return [
      ...usual,
      ...target.workflow.outputs.map(({ name, value }) => ({
        label: `$outputs.${name}`,
        detail: shownValue(value),
        says: `The output \`${name}\` of the workflow \`${target.workflow.id}\`.`,
      })),
    ];
  const bodies = ['response', 'request'].map((word) => ({
    label: `$${word}.body`,
    says: expressionWords[word] ?? '',
    goesOn: true,
  }));
  if (target?.kind !== 'operation') return [...usual, ...bodies];
  const { operation } = target;
  const headers = new Set(
    (operation.responses ?? []).flatMap(({ headers: fields = [] }) => fields.map(({ name }) => name)),
  );
  return [
    ...usual,
    ...bodies,
    ...memberOffers(typed, '$response.body', target),
    ...memberOffers(typed, '$request.body', target),
    ...[...headers].map((name) => ({ label: `$response.header.${name}`, detail: 'header field of the response' })),
    ...(operation.pathParameters ?? []).map(({ name }) => ({
      label: `$request.path.${name}`,
      detail: 'as it was sent',
    })),
    ...(operation.query ?? []).map(({ name }) => ({ label: `$request.query.${name}`, detail: 'as it was sent' })),
  ];
}

/** Returns the members of the object in a body that is typed, or of the body. */
function memberOffers(
  typed: string,
  front: '$response.body' | '$request.body',
  { operation, source }: Extract<FoundTarget, { kind: 'operation' }>,
): readonly ExpressionOffer[] {
  const { description } = source;
  if (description === undefined) return [];
  const isInside = typed.startsWith(`${front}#/`);
  const steps = isInside
    ? typed
        .slice(front.length + 2)
        .split('/')
        .slice(0, -1)
    : [];
  const keys = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const fields = front === '$response.body' ? fieldsOfResponse : fieldsOfBody;
  return fields(operation, description, keys).map((field) => ({
    label: `${front}#${steps.map((step) => `/${step}`).join('')}${pointerStep(field.name)}`,
    detail: typeOfField(field, description),
    ...(field.summary !== undefined && { says: field.summary }),
    ...(isDeep(field, description) && { goesOn: true }),
  }));
}

/** Returns what a step calls; undefined where it names nothing. */
export function targetOf(
  { target }: Step,
  { document, sources }: Pick<ExpressionPlace, 'document' | 'sources'>,
): FoundTarget | undefined {
  if (target === undefined) return undefined;
  return target.kind === 'workflowId'
    ? findWorkflow(target.value, document, sources)
    : findTarget(target, document, sources);
}
