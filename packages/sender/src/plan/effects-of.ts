import type { Binding, BoundValue } from '@rulebook/checker/binding/model';
import type { Fact, Provenance } from '@rulebook/catalogue/facts';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Field } from '@rulebook/catalogue/shape';
import { isForeign, plainLine } from '@rulebook/catalogue/markdown/foreign-markdown';
import type { Finding } from '@rulebook/checker/rules/rule';
import { code } from '@rulebook/checker/rules/support/wording';
import { needSentence } from '@rulebook/checker/privileges/need-sentence';
import type { RequestNeed } from '@rulebook/checker/privileges/request-needs';
import { ofLast, perObject } from '@rulebook/text/structures/memo';
import type { Effect, RequestPlan } from './plan';
import { lossesOf } from './losses-of';

/** More effects of a request, or values of a body, are not looked at. */
const maxEffects = 40;
const maxValues = 300;

/** Returns what the documents say that a request does, needs and is: losses first. */
export function effectsOf(binding: Binding, needs: readonly RequestNeed[] = noNeeds): readonly Effect[] {
  const { operation } = binding;
  const losses = lossesOf(binding);
  if (operation === undefined) return onceEach([...losses, ...inOrder(needs.map(effectOfNeed))]);
  const usual = usualEffects(operation)(needs);
  const ofParts = effectsOfParts(binding);
  return losses.length === 0 && ofParts.length === 0 ? usual : onceEach([...losses, ...usual, ...ofParts]);
}

const noNeeds: readonly RequestNeed[] = [];

/** What holds for all requests of an operation with the same needs, as they mostly have. */
const usualEffects = perObject((operation: Operation) =>
  ofLast((needs: readonly RequestNeed[]) =>
    onceEach(inOrder([...needs.map(effectOfNeed), ...effectsOfOperation(operation)])),
  ),
);

/** Many requests share a need, as an object. */
const effectOfNeed = perObject((need: RequestNeed): Effect => ({
  kind: 'need',
  message: needSentence(need),
  provenance: need.provenance,
}));

function inOrder(effects: readonly Effect[]): readonly Effect[] {
  return effects.length < 2 ? effects : [...effects].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** Returns the plan with what the findings of its block say: errors, and remarks that explain what its values mean. */
export function withFindings(plan: RequestPlan, findings: readonly Finding[]): RequestPlan {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const said = findings.filter(isRemark);
  if (said.length === 0) return errors === plan.errors ? plan : { ...plan, errors };
  const { effects = none } = plan;
  const losses = effects.filter(({ kind }) => kind === 'loss');
  return { ...plan, errors, effects: onceEach([...losses, ...said.map(effectOfFinding), ...effects]) };
}

function onceEach(effects: readonly Effect[]): readonly Effect[] {
  if (effects.length < 2) return effects;
  const messages = new Set<string>();
  return effects
    .filter(({ message }) => {
      const isNew = !messages.has(message);
      messages.add(message);
      return isNew;
    })
    .slice(0, maxEffects);
}

const none: readonly Effect[] = [];

/** Rules whose findings explain what a value means, or that one is left out. */
const remarks: readonly string[] = ['noted-value', 'absent-field'];

function isRemark({ rule, severity }: Finding): boolean {
  return remarks.includes(rule) && severity !== 'hint';
}

function effectOfFinding({ message, provenance }: Finding): Effect {
  return {
    kind: 'consequence',
    message,
    ...(provenance.kind !== 'syntax' && provenance.kind !== 'endpoint' && { provenance }),
  };
}

/** What holds for all requests of an operation. */
const effectsOfOperation = perObject((operation: Operation): readonly Effect[] => {
  const { notes, provenance } = operation;
  const whenAbsent = isForeign(provenance) ? [] : remarksOnAbsence(operation);
  const said = notes.flatMap((note): readonly Effect[] => {
    const message = textOfMessage(note.message, note.provenance);
    if (whenAbsent.includes(message)) return none;
    return [{ kind: 'consequence', message, provenance: note.provenance }];
  });
  return inOrder([...said, ...lifeOf('This operation', operation, provenance)]);
});

const order: readonly Effect['kind'][] = ['loss', 'deprecation', 'need', 'consequence', 'version'];

/** A rule says them when the member is missing. */
function remarksOnAbsence({ body }: Operation): readonly string[] {
  return body?.shape.type !== 'object' ? [] : body.shape.fields.flatMap(({ absent }) => absent?.message ?? []);
}

/** Returns whether an element has always been there, and stays: most are so. */
function isLasting({ deprecated, since, removed }: Fact): boolean {
  return deprecated === undefined && since === undefined && removed === undefined;
}

/** Returns since when there is an element, and whether it is outdated. */
function lifeOf(subject: string, fact: Fact, provenance: Provenance): readonly Effect[] {
  const { deprecated, deprecatedSince, deprecatedBy, since, removed } = fact;
  const effects: Effect[] = [];
  if (deprecated !== undefined) {
    const from = deprecatedSince === undefined ? '' : ` since version ${deprecatedSince}`;
    const message = `${subject} is deprecated${from}. ${textOfMessage(deprecated, provenance)}`.trimEnd();
    effects.push({ kind: 'deprecation', message, provenance: deprecatedBy ?? provenance });
  }
  if (since !== undefined) {
    effects.push({ kind: 'version', message: `${subject} exists since version ${since}.`, provenance });
  }
  if (removed !== undefined) {
    effects.push({ kind: 'version', message: `${subject} was removed in version ${removed}.`, provenance });
  }
  return effects;
}

/** Returns what is known of the versions of the parameters, header fields and members of the body. */
function effectsOfParts({ query, headers, body }: Binding): readonly Effect[] {
  const effects: Effect[] = [];
  const add = (field: Field | undefined): void => {
    if (field !== undefined && !isLasting(field)) effects.push(...lifeOf(code(field.name), field, field.provenance));
  };
  for (const { field } of query) add(field);
  for (const { field } of headers) add(field);
  if (body !== undefined) visitValues(body, add);
  return effects;
}

/** Visits the first values of a body, outer ones first. */
function visitValues(body: BoundValue, visit: (field: Field | undefined) => void): void {
  const values: BoundValue[] = [body];
  // What is added during the loop is visited, too.
  for (const value of values) {
    visit(value.field);
    for (const { value: inner } of value.members)
      if (inner !== undefined && values.length < maxValues) values.push(inner);
    for (const item of value.items) if (values.length < maxValues) values.push(item);
  }
}

function textOfMessage(message: string, provenance: Provenance): string {
  return isForeign(provenance) ? plainLine(message, 300) : message;
}
