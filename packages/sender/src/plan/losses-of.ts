import { inclusionsOf } from '@rulebook/checker/binding/inclusion';
import type { Binding, BoundValue, CheckContext } from '@rulebook/checker/binding/model';
import { objectShapeOf } from '@rulebook/checker/binding/model';
import type { LostThing, Operation } from '@rulebook/catalogue/operation';
import { describeLoss, lossInTitle } from '@rulebook/catalogue/markdown/describe-loss';
import { droppedSecret } from '@rulebook/checker/rules/dropped-secret';
import { propertiesOfObject } from '@rulebook/checker/rules/support/json-edits';
import { code, inList } from '@rulebook/checker/rules/support/wording';
import type { Block } from '@rulebook/request-file/syntax/model';
import { decodePart } from '@rulebook/text/decode';
import { expressionOf } from '@rulebook/text/expressions';
import { lossOfActions } from './losing-actions';
import type { Effect, LosingAction } from './plan';

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Returns what a request destroys, removes or replaces, as far as the documents, a description or its method say it. */
export function lossesOf(binding: Binding): readonly Effect[] {
  const { operation, method } = binding;
  if (safeMethods.includes(method)) return none;
  if (operation === undefined) return method === 'DELETE' ? [unknownLoss(binding)] : none;
  const { losses = none } = operation;
  const said =
    losses.length > 0
      ? losses.map((loss): Effect => {
          const message = describeLoss(loss, {
            what: (thing) => namesOf(thing, binding),
            parameter: (name) => parameterOf(binding, name),
          });
          return { kind: 'loss', message, provenance: loss.provenance };
        })
      : lossByTitle(operation, binding);
  return [...said, ...lossesOfBody(binding)];
}

/** Returns what a request destroys by what is in its body. */
export function lossesOfBody(binding: Binding): readonly Effect[] {
  return [...lossesOfSecrets(binding), ...lossesOfActions(binding)];
}

/** Returns what a request destroys by the file that is its body. */
export function lossesOfFile(block: Block, include: CheckContext['include']): readonly Effect[] {
  if (include === undefined || block.request?.body?.kind !== 'file') return none;
  return inclusionsOf(block).flatMap((inclusion) => {
    const included = include(inclusion);
    const found = included?.kind === 'read' ? included.problems.filter(({ rule }) => rule === droppedSecret.id) : none;
    return found.map(({ message }): Effect => ({ kind: 'loss', message }));
  });
}

const none: readonly never[] = [];

function unknownLoss({ request: { target } }: Binding): Effect {
  const path = target.segments.map(({ text }) => `/${text}`).join('');
  return { kind: 'loss', message: `The request deletes what is at ${code(path || '/')}. No document describes it.` };
}

/** Of an operation about whose losses nothing else is known, the title is taken as it is, with the names in the path. */
function lossByTitle(operation: Operation, binding: Binding): readonly Effect[] {
  const said = lossInTitle(operation, binding.method);
  if (said === undefined) return none;
  const names = binding.path.map(({ field, text }) => `${field.name} ${code(text)}`);
  const message = `${said}${names.length === 0 ? '' : ` (${names.join(', ')})`}.`;
  return [{ kind: 'loss', message, provenance: operation.provenance }];
}

function parameterOf({ path }: Binding, name: string | undefined): string | undefined {
  const text = path.find(({ field }) => field.name === name)?.text;
  // It is in backticks already.
  return text === undefined ? undefined : code(text).slice(1, -1);
}

/** Returns what is lost with its names: one thing, those of a list, or all that a pattern matches. */
function namesOf(thing: LostThing, binding: Binding): string {
  if (thing.members !== undefined) return chosenByBody(thing, thing.members, binding);
  const written = parameterOf(binding, thing.parameter);
  if (written === undefined) return thing.one;
  const severalNames = binding.service?.severalNames;
  const text = written.includes('{{') ? written : decodePart(written);
  const isOne = thing.isWithoutLists === true && !/[*]|^_all$|\{\{/.test(text);
  if (isOne || severalNames === undefined || !expressionOf(severalNames).test(text))
    return `${thing.one} ${code(written)}`;
  if (text === '_all' || /^\*+$/.test(text)) return `all ${thing.several}`;
  return text.includes('*') || text.includes('{{')
    ? `all ${thing.several} that match ${code(text)}`
    : `the ${thing.several} ${inList(text.split(','), 'and')}`;
}

/** Returns what is lost with the members of the body that choose it. */
function chosenByBody({ several }: LostThing, members: readonly string[], { request, block }: Binding): string {
  const root = request.body?.kind === 'json' ? request.body.values[0] : undefined;
  const said = (root === undefined ? [] : propertiesOfObject(root)).flatMap(({ key, value }) => {
    if (value === undefined || !members.includes(String(key.value))) return [];
    const written = block.text.slice(value.offset, value.offset + value.length).replace(/\s+/g, ' ');
    return [`${code(String(key.value))} ${code(written)}`];
  });
  return said.length === 0 ? several : `the ${several} with ${said.join(' and ')}`;
}

/** Returns the secrets that are removed since the body leaves them out; the rule about them knows when. */
function lossesOfSecrets(binding: Binding): readonly Effect[] {
  const { body, operation } = binding;
  // Only a document says this of a body; the shapes of descriptions are made when they are needed.
  if (body === undefined || operation?.provenance.kind === 'described') return none;
  const effects: Effect[] = [];
  for (const value of [body, ...body.members.map((member) => member.value)]) {
    if (value !== undefined) effects.push(...lossesOfSecret(value, binding));
  }
  return effects;
}

function lossesOfSecret(value: BoundValue, binding: Binding): readonly Effect[] {
  const effects: Effect[] = [];
  for (const constraint of objectShapeOf(value)?.constraints ?? none) {
    if (constraint.rule !== 'dropped-secret' || droppedSecret.scope !== 'constraint') continue;
    // Where the document leaves it open, a remark says so.
    const kind = constraint.severity === 'information' ? 'consequence' : 'loss';
    const { provenance } = constraint;
    droppedSecret.check({ kind: 'value', value }, constraint, binding, ({ message }) => {
      effects.push({ kind, message, provenance });
    });
  }
  return effects;
}

/** Returns what the actions in a body of lines destroy, with their number. */
function lossesOfActions({ lines, operation }: Binding): readonly Effect[] {
  if (lines === undefined) return none;
  return losingActionsOf(operation).flatMap((losing) =>
    lossOfActions(losing, lines.filter(({ part, action }) => part === 'action' && action?.name === losing.name).length),
  );
}

/** Returns the actions of a body of lines that destroy something. */
export function losingActionsOf(operation: Operation | undefined): readonly LosingAction[] {
  return (operation?.body?.actions ?? none).flatMap(({ name, loss }) =>
    loss === undefined ? [] : [{ name, noun: loss.noun, provenance: loss.provenance }],
  );
}
