import { nearest } from '@rulebook/text';
import type { WordFix } from '@rulebook/description/document-form';
import { fixOf, type Complain } from './check-structure';
import { expressionsIn, parseExpression, shown, type Expression } from './expressions';
import type { ArazzoDocument, Workflow } from './read-arazzo';
import { inputNames } from './sources';

/** Where an expression is. */
export interface Scope {
  readonly workflow: Workflow;
  readonly document: ArazzoDocument;
  /** Of the step before whose response the expression is needed. */
  readonly index?: number;
  /** The steps of the workflow come in their order only. */
  readonly isOrdered?: boolean;
}

/** Says what is wrong with the expressions of a value. */
export function checkExpressions(value: unknown, pointer: string, scope: Scope, complain: Complain): void {
  for (const { expression, pointer: at } of expressionsIn(value, pointer))
    checkExpression(expression, at, scope, complain);
}

/** Says what is wrong with an expression. The grammar of version 1.0 leaves open what follows `$steps.` and the like. */
export function checkExpression(text: string, pointer: string, scope: Scope, complain: Complain): void {
  const expression = parseExpression(text);
  if ('problem' in expression)
    complain(pointer, expression.problem, scope.document.version === '1.0' ? 'warning' : 'error');
  else checkParsed(expression, text, pointer, scope, complain);
}

/** Says what an expression refers to that is not there. */
export function checkParsed(
  expression: Expression,
  text: string,
  pointer: string,
  scope: Scope,
  complain: Complain,
): void {
  const { workflow, document, index, isOrdered = false } = scope;
  switch (expression.kind) {
    case 'inputs': {
      const names = inputNames(workflow, document);
      if (names !== undefined && !isKnown(expression.name, names))
        complain(
          pointer,
          `The workflow has no input \`${expression.name}\`.${adviceFor(expression.name, names)}`,
          'warning',
          fixIn('$inputs.', expression.name, names),
        );
      return;
    }
    case 'steps': {
      const at = workflow.steps.findIndex(({ id }) => id === expression.step);
      const step = workflow.steps[at];
      if (step === undefined) return complainOfStep(expression.step, workflow, pointer, complain);
      const names = step.outputs.map(({ name }) => name);
      if (!isKnown(expression.name, names))
        complain(
          pointer,
          `The step \`${step.id}\` has no output \`${expression.name}\`.${adviceFor(expression.name, names)}`,
          'warning',
          fixIn(`$steps.${step.id}.outputs.`, expression.name, names),
        );
      if (index !== undefined && at >= index && isOrdered)
        complain(
          pointer,
          at === index
            ? `The step uses its own output in \`${shown(text)}\`, which it does not have yet.`
            : `The step \`${step.id}\` comes later, so \`${shown(text)}\` has no value here. Change the order of the steps.`,
        );
      return;
    }
    case 'outputs': {
      const names = workflow.outputs.map(({ name }) => name);
      const called = workflow.steps.some(({ target }) => target?.kind === 'workflowId');
      // In a step that calls a workflow, they are the outputs of that one.
      if (!called && names.length > 0 && !isKnown(expression.name, names))
        complain(
          pointer,
          `The workflow has no output \`${expression.name}\`.${adviceFor(expression.name, names)}`,
          'warning',
          fixIn('$outputs.', expression.name, names),
        );
      return;
    }
    case 'workflows': {
      const other = document.workflows.find(({ id }) => id === expression.workflow);
      const ids = document.workflows.map(({ id }) => id);
      if (other === undefined)
        return complain(
          pointer,
          `The document has no workflow \`${expression.workflow}\`.${adviceFor(expression.workflow, ids)}`,
          undefined,
          fixIn('$workflows.', expression.workflow, ids),
        );
      const names =
        expression.field === 'outputs' ? other.outputs.map(({ name }) => name) : inputNames(other, document);
      if (names !== undefined && !isKnown(expression.name, names))
        complain(
          pointer,
          `The workflow \`${other.id}\` has no ${expression.field === 'outputs' ? 'output' : 'input'} \`${expression.name}\`.${adviceFor(expression.name, names)}`,
          'warning',
          fixIn(`$workflows.${other.id}.${expression.field}.`, expression.name, names),
        );
      return;
    }
    case 'sourceDescriptions': {
      const names = document.sources.map(({ name }) => name);
      if (!names.includes(expression.source))
        complain(
          pointer,
          `There is no source description \`${expression.source}\`.${adviceFor(expression.source, names)}`,
          undefined,
          fixIn('$sourceDescriptions.', expression.source, names),
        );
      return;
    }
    default:
      return;
  }
}

/** A name may be followed by names of members, behind dots. */
function isKnown(name: string, names: readonly string[]): boolean {
  return names.some((one) => name === one || name.startsWith(`${one}.`) || name.startsWith(`${one}[`));
}

function adviceFor(name: string, names: readonly string[]): string {
  const close = nearest(name, [...names]);
  return close === undefined ? '' : ` Did you mean \`${close}\`?`;
}

function complainOfStep(written: string, { steps }: Workflow, pointer: string, complain: Complain): void {
  const ids = steps.map(({ id }) => id);
  const message = `The workflow has no step \`${written}\`.${adviceFor(written, ids)}`;
  complain(pointer, message, undefined, fixIn('$steps.', written, ids));
}

/** Returns the fix of a name behind the beginning of an expression. */
function fixIn(front: string, name: string, names: readonly string[]): WordFix | undefined {
  const close = nearest(name, [...names]);
  return fixOf(`${front}${name}`, close === undefined ? undefined : `${front}${close}`);
}
