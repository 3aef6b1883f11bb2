import type { Binding } from '../binding/model';
import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import { isUnfinished } from './house/unfinished';
import type { HouseCheck, HousePlace, HouseRule } from '@rulebook/catalogue/house';
import { absentPart, viewRequest, type RequestPart } from './house/request-view';
import type { BlockRule, Reporter } from './rule';
import { shownQueryName } from './support/query-edits';
import { capitalized, code } from './support/wording';

/** Reports what contradicts a rule of the team's own rulesets. */
export const houseRule: BlockRule = {
  id: 'house-rule',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  findsMissing: true,
  docs: {
    what: "Reports what contradicts a rule of the team's own rulesets.",
    why: 'A team states in its rulesets what the documents leave open: which hosts a webhook may call, how long a key may live, which privileges no one gets. The ruleset gives the severity, and its rules may be errors.',
    remedy: 'Change the request as the message says, or correct the rule in the ruleset that the finding names.',
  },
  within: ['stated'],
  request(binding, report, { houseRules = [] }) {
    let request: RequestPart | undefined;
    for (const rule of houseRules) {
      for (const place of rule.places) {
        if (!isHousePlace(place, binding)) continue;
        request ??= viewRequest(binding);
        for (const found of partsAt(request, place.pointer)) checkPart(found, rule, report);
      }
    }
  },
};

function isHousePlace({ services, operations, methods, paths }: HousePlace, binding: Binding): boolean {
  const { service, operation, method, segments } = binding;
  if (services && (service === undefined || !services.includes(service.id))) return false;
  if (operations && (operation === undefined || !operations.some((wanted) => wanted.matches(operation.id) === true)))
    return false;
  if (methods && !methods.includes(method)) return false;
  const path = `/${segments.map(({ text }) => text).join('/')}`;
  return paths === undefined || paths.some((wanted) => wanted.matches(path) === true);
}

interface FoundPart {
  readonly part: RequestPart;
  readonly path: readonly string[];
  readonly owner: RequestPart | undefined;
}

/** Returns the parts to which a pointer leads. A part whose owner is there and which is missing itself is an absent one. */
function partsAt(request: RequestPart, pointer: readonly string[]): readonly FoundPart[] {
  let found: readonly FoundPart[] = [{ part: request, path: [], owner: undefined }];
  for (const [index, step] of pointer.entries()) {
    const isLast = index === pointer.length - 1;
    found = found.flatMap(({ part, path }) => {
      if (step === '*') return part.parts().map((one) => ({ part: one, path: [...path, one.name], owner: part }));
      const wanted = path[0] === 'headers' ? step.toLowerCase() : step;
      // Of two members with one name, the last one counts, as servers do.
      const own = [...part.parts()].reverse().find(({ name }) => name === wanted);
      if (own !== undefined) return [{ part: own, path: [...path, step], owner: part }];
      return isLast && !part.isUnknown ? [{ part: absentPart(step, part), path: [...path, step], owner: part }] : [];
    });
  }
  return found;
}

function checkPart({ part, path }: FoundPart, rule: HouseRule, report: Reporter): void {
  for (const check of rule.checks) {
    for (const found of partsOfField({ part, path, owner: undefined }, check)) testPart(found, check, rule, report);
  }
}

function partsOfField(found: FoundPart, { field }: HouseCheck): readonly FoundPart[] {
  const { part, path } = found;
  if (field === undefined) return [found];
  if (field !== '@key')
    return part.value() === undefined
      ? []
      : partsAt(part, field.split('.')).map((one) => ({ ...one, path: [...path, ...one.path] }));
  return part
    .parts()
    .map((member) => ({ part: { ...member, value: () => member.name }, path: [...path, member.name], owner: part }));
}

function testPart({ part, path }: FoundPart, { test }: HouseCheck, rule: HouseRule, report: Reporter): void {
  if (part.isUnknown || isUnfinished(part)) return;
  for (const { error, at = [] } of test(part.value())) {
    const inner = partsAt(part, at.map(String))[0]?.part ?? part;
    const whole = [...path, ...at.map(String)];
    report({
      message: houseMessage(rule, error, inner, whole),
      span: inner.span,
      severity: rule.severity,
      provenance: rule.provenance,
      ...(isAbsentQuery(inner, whole) ? { lacks: [shownQueryName(inner.name)] } : {}),
    });
  }
}

function isAbsentQuery(part: RequestPart, path: readonly string[]): boolean {
  return path.length === 2 && path[0] === 'query' && part.value() === undefined;
}

function houseMessage(
  { message, description, provenance }: HouseRule,
  error: string,
  part: RequestPart,
  path: readonly string[],
): string {
  const property = path.at(-1) ?? '';
  const subject = property === '' ? 'the request' : code(property);
  const said = `${capitalized(subject)} ${error}`;
  if (message === undefined)
    return `${said}${description === undefined ? '' : ` (${description.replace(/\.$/, '')})`}.`;
  const isSecret = path.some(isSecretMember);
  const values: Readonly<Record<string, () => string>> = {
    error: () => said,
    description: () => description ?? provenance.name,
    path: () => `/${path.join('/')}`,
    property: () => property,
    // A message is shown in reports and logs.
    value: () => (isSecret ? '(hidden)' : plain(part.value())),
  };
  return message.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name]?.() ?? whole) : whole,
  );
}

function plain(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return code(String(value)).slice(1, -1);
}
