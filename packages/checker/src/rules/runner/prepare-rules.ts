import type { Constraint, ConstraintKind } from '@rulebook/catalogue/constraints';
import type { Severity } from '@rulebook/catalogue/facts';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import type { Binding } from '../../binding/model';
import type { ServiceSummary } from '../across/service-summary';
import type { BlockSummary } from '../across/summary';
import type { BlockRule, ConstraintRule, FileRule, NameRule, Passing, Rule } from '../rule';
import { perObject } from '@rulebook/text/structures/memo';
import { setOfParts } from '../support/block-parts';
import { valuePlans, type PlanOf } from './value-plans';
import { listShapeIn } from '../support/list-of-parameters';
import { shapesOf } from '../support/bound-values';

/**
 * A rule and its check. Rules are objects of many forms, so that reading a check from its rule takes longer than most checks do; these are all of
 * one form, and are made once.
 */
export interface Prepared<C> {
  readonly rule: Rule;
  readonly check: C;
}

/** A rule that checks a block or a request by itself. */
export interface PreparedRequestRule {
  readonly rule: Rule;
  /** The parts of a block without which it can report nothing; undefined when any block will do. */
  readonly wanted: number | undefined;
  /** Its place among the answers of `concernedBy`; undefined for a rule that all operations concern. */
  readonly place: number | undefined;
  readonly block: BlockRule['block'];
  readonly request: BlockRule['request'];
}

/** A constraint of the catalogue with its rule. */
export interface PreparedConstraint {
  readonly rule: ConstraintRule;
  readonly check: ConstraintRule['check'];
  readonly constraint: Parameters<ConstraintRule['check']>[1];
  readonly severity: Severity | undefined;
}

/** A constraint on the text of a parameter. */
export interface TextConstraint extends PreparedConstraint {
  /** When the rule has nothing to report about a text; undefined where it is always asked. */
  readonly passes: Passing['text'];
}

type Check<K extends 'node' | 'parameter' | 'value'> = Prepared<NonNullable<BlockRule[K]>>;

/** What is asked about the values of a shape. */
export interface ShapeChecks {
  /** Returns the rules that can report something about a value of this field whose type fits. */
  readonly rulesFor: (field: Field | undefined) => readonly Check<'value'>[];
  readonly constraints: readonly PreparedConstraint[];
}

/** What is asked about the parameters of a field. */
export interface FieldChecks {
  readonly rules: readonly Check<'parameter'>[];
  /** Of a list, those that count its items. */
  readonly ofList: readonly PreparedConstraint[];
  /** What is asked about the text, where the parameter has no parts. */
  readonly ofText: readonly TextConstraint[];
}

/** What is asked about the values of a body. */
export interface ValueChecks {
  /** Asked about a value whose type does not fit. */
  readonly ofMismatch: readonly Check<'value'>[];
  readonly ofShape: (shape: Shape) => ShapeChecks;
  readonly planOf: PlanOf;
}

/** The rules by what they check, so that they are not filtered again for each block and value. */
export interface PreparedRules {
  /** Rules that check blocks or requests, in their order. */
  readonly requestRules: readonly PreparedRequestRule[];
  /** Returns, for each rule with a place, whether it can report something about a request of this operation. */
  readonly concernedBy: (binding: Binding | undefined) => readonly boolean[];
  /** Rules that check the objects and arrays of a request body as they are written. */
  readonly nodes: readonly Check<'node'>[];
  readonly ofField: (field: Field) => FieldChecks;
  /** Returns what is asked about the text of a parameter, or of a part of it. */
  readonly ofText: (shape: Shape) => readonly TextConstraint[];
  readonly inRequests: ValueChecks;
  readonly inRecorded: ValueChecks;
  readonly constraints: ReadonlyMap<ConstraintKind, ConstraintRule>;
  readonly files: readonly FileRule[];
  /** What file rules may remember of a request next to what every summary has. */
  readonly summaries: readonly ServiceSummary[];
  /** Returns, for each of them, whether it may remember something of a request of this operation. */
  readonly remembering: (binding: Binding) => readonly boolean[];
  /** Returns the places whose requests are not enough in outline because of a summary. */
  readonly wantedWholeBy: (summary: Pick<BlockSummary, 'own'>) => readonly string[];
  /** By the id of a rule: the rule that it supersedes. */
  readonly superseded: ReadonlyMap<string, string>;
  readonly names: readonly NameRule[];
  /** The different groupings of the file rules. */
  readonly groupings: readonly Grouping[];
}

/** How some file rules group requests. */
interface Grouping {
  readonly groupOf: FileRule['groupOf'];
  readonly rules: readonly FileRule[];
  /** Those of them that can report something about a group of one request. */
  readonly forSingles: readonly FileRule[];
}

/** Returns the rules by what they check; each list of rules is prepared once. */
export const prepareRules = perObject((rules: readonly Rule[]): PreparedRules => {
  const blockRules = rules.filter((rule): rule is BlockRule => rule.scope === 'block');
  const files = rules.filter((rule): rule is FileRule => rule.scope === 'file');
  const constraints = new Map(
    rules.flatMap((rule) => (rule.scope === 'constraint' ? [[rule.id as ConstraintKind, rule] as const] : [])),
  );
  const summaries = [...new Set(files.flatMap(({ summary }) => summary ?? []))];
  const wanting = summaries.flatMap(({ wantsWhole }) => wantsWhole ?? []);
  const valueRules = blockRules.filter(({ value }) => value !== undefined);
  const ofText = perObject((shape: Shape): readonly TextConstraint[] =>
    preparedConstraints([...(shape.constraints ?? []), ...(ofOnlyLimited(shape) ?? [])], constraints).map((one) => ({
      ...one,
      passes: one.rule.passes?.(one.constraint, shape)?.text,
    })),
  );
  const byOperation = blockRules.flatMap((rule) => (rule.concernsRequest === undefined ? [] : [rule]));
  return {
    requestRules: rules.flatMap((rule) => preparedRequestRule(rule, byOperation)),
    concernedBy: perOperation((operation, service) =>
      byOperation.map(({ concernsRequest }) => concernsRequest?.(operation, service) ?? true),
    ),
    nodes: blockRules.flatMap((rule) => prepared(rule, rule.node)),
    ofField: checksByField(blockRules, constraints, ofText),
    ofText,
    inRequests: checksByShape(
      valueRules.filter(({ isForRecorded }) => isForRecorded !== true),
      constraints,
    ),
    // A constraint on a request need not hold for its response, which shows masked secrets, for example.
    inRecorded: checksByShape(
      valueRules,
      new Map([...constraints].filter(([, { isForResponses }]) => isForResponses === true)),
    ),
    constraints,
    files,
    summaries,
    remembering: perOperation((operation, service) =>
      summaries.map(
        ({ concerns }) => operation === undefined || service === undefined || (concerns?.(operation, service) ?? true),
      ),
    ),
    wantedWholeBy(summary) {
      if (summary.own === undefined) return noPlaces;
      let places: string[] | undefined;
      for (const wantsWhole of wanting) {
        const place = wantsWhole(summary);
        if (place !== undefined) (places ??= []).push(place);
      }
      return places ?? noPlaces;
    },
    superseded: new Map(files.flatMap(({ id, supersedes }) => (supersedes === undefined ? [] : [[id, supersedes]]))),
    names: rules.filter((rule): rule is NameRule => rule.scope === 'names'),
    groupings: [...new Set(files.map(({ groupOf }) => groupOf))].map((groupOf) => {
      const ofGroups = files.filter((rule) => rule.groupOf === groupOf);
      const forSingles = ofGroups.filter(({ concernsSingle }) => concernsSingle !== undefined);
      return { groupOf, rules: ofGroups, forSingles };
    }),
  };
});

/** Requests are of few operations, so each is evaluated once. */
function perOperation<T>(
  evaluate: (operation: Operation | undefined, service: Service | undefined) => T,
): (binding: Binding | undefined) => T {
  const known = perObject((operation: Operation) => perObject((service: Service) => evaluate(operation, service)));
  const unknown = perObject((service: Service) => evaluate(undefined, service));
  const neither = evaluate(undefined, undefined);
  return (binding) => {
    const operation = binding?.operation;
    const service = binding?.service;
    if (service === undefined) return operation === undefined ? neither : evaluate(operation, service);
    return operation === undefined ? unknown(service) : known(operation)(service);
  };
}

function prepared<C>(rule: Rule, check: C | undefined): readonly Prepared<C>[] {
  return check === undefined ? [] : [{ rule, check }];
}

function preparedRequestRule(rule: Rule, byOperation: readonly Rule[]): readonly PreparedRequestRule[] {
  if (rule.scope === 'constraint' || rule.scope === 'names') return [];
  const { block, within } = rule;
  const request = rule.scope === 'block' ? rule.request : undefined;
  if (block === undefined && request === undefined) return [];
  const place = byOperation.indexOf(rule);
  return [{ rule, wanted: within && setOfParts(within), place: place < 0 ? undefined : place, block, request }];
}

/** There are few shapes and fields, and they never change, so each pair is evaluated once. */
function checksByShape(rules: readonly BlockRule[], known: PreparedRules['constraints']): ValueChecks {
  const concerned = (shape: Shape, field: Field | undefined): readonly BlockRule[] =>
    rules.filter((rule) => rule.concerns?.(shape, field) ?? true);
  const ofShape = perObject((shape: Shape): ShapeChecks => {
    const byField = new Map<Field | undefined, readonly Check<'value'>[]>();
    return {
      rulesFor(field) {
        let chosen = byField.get(field);
        if (chosen === undefined) {
          chosen = concerned(shape, field).flatMap((rule) => prepared(rule, rule.value));
          byField.set(field, chosen);
        }
        return chosen;
      },
      constraints: preparedConstraints(shape.constraints, known),
    };
  });
  return {
    ofMismatch: rules.flatMap((rule) => prepared(rule, rule.value)),
    ofShape,
    planOf: valuePlans((declared, shape, field) => [
      ...concerned(shape, field).map((rule) => rule.passes?.(shape, field)),
      ...[...ofShape(shape).constraints, ...(declared === shape ? none : ofShape(declared).constraints)].map(
        ({ rule, constraint }) => rule.passes?.(constraint, shape),
      ),
    ]),
  };
}

function checksByField(
  rules: readonly BlockRule[],
  known: PreparedRules['constraints'],
  ofText: PreparedRules['ofText'],
): PreparedRules['ofField'] {
  return perObject((field: Field): FieldChecks => {
    const { shape } = field;
    return {
      rules: rules.flatMap((rule) => ((rule.concernsParameter?.(field) ?? true) ? prepared(rule, rule.parameter) : [])),
      ofList: preparedConstraints(
        listShapeIn(shape)?.constraints?.filter(({ rule }) => rule === 'item-count' || rule === 'duplicate-item'),
        known,
      ),
      ofText: ofText(shape),
    };
  });
}

/** Of a choice whose options do not accept the text, each option has its say only if it is the only one with limits. */
function ofOnlyLimited(shape: Shape): readonly Constraint[] | undefined {
  if (shape.type !== 'choice') return undefined;
  const limited = shapesOf(shape).flatMap(({ constraints }) => (constraints ? [constraints] : []));
  return limited.length === 1 ? limited[0] : undefined;
}

function preparedConstraints(
  constraints: readonly Constraint[] | undefined,
  known: PreparedRules['constraints'],
): readonly PreparedConstraint[] {
  if (constraints === undefined) return none;
  return constraints.flatMap((constraint) => {
    const rule = known.get(constraint.rule);
    // The rule is found by the kind of the constraint, so the options have the type that it expects.
    return rule === undefined
      ? []
      : [
          {
            rule,
            check: rule.check,
            constraint: constraint as PreparedConstraint['constraint'],
            severity: constraint.severity,
          },
        ];
  });
}

const none: readonly PreparedConstraint[] = [];
const noPlaces: readonly string[] = [];
