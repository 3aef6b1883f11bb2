import type { ChangeLevel } from '../model';
import type { Effect, Finding } from './finding';

/** What a schema is of: a body of a request, a response, a parameter, or a header field of a response. */
export type Area = 'request' | 'response' | 'parameter' | 'header';

/** Kinds that have another id for members that are only read, so that no request sets them. */
const readOnlyKinds: ReadonlySet<string> = new Set([
  ...[
    'enum-value-removed',
    'exclusive-max-decreased',
    'exclusive-min-increased',
    'max-decreased',
    'max-items-decreased',
  ],
  ...['max-length-decreased', 'max-properties-decreased', 'min-increased'],
]);
/** Kinds that have another id for members that are only written, so that no response has them. */
const writeOnlyKinds: ReadonlySet<string> = new Set(['became-optional', 'became-required', 'enum-value-added']);
const enumKinds: ReadonlySet<string> = new Set([
  'became-enum',
  'became-not-enum',
  'enum-value-added',
  'enum-value-removed',
]);

/** Returns the id of a finding, as oasdiff names the kind where it has it. */
export function idOf(finding: Finding, area: Area, isHeaderParameter = false): string {
  const { kind, isInner, use } = finding;
  const end = kind === 'property-removed' ? endOfRemoval(finding, area) : '';
  if (kind === 'property-added' || kind === 'property-removed')
    return idOfMember(finding, area, isHeaderParameter) + end;
  switch (area) {
    case 'request':
      if (/^(?:required|optional)-property-/.test(kind)) return `request-${kind}`;
      if (use === 'read' && isInner && readOnlyKinds.has(kind)) return `request-read-only-property-${kind}`;
      return `request-${isInner || isOfMember(finding) ? 'property' : 'body'}-${kind}`;
    case 'response':
      if (/^(?:required|optional)-property-/.test(kind)) return `response-${kind.replace(/-in-openapi-31$/, '')}`;
      if (use === 'write' && writeOnlyKinds.has(kind)) return `response-write-only-property-${kind}`;
      if (!isInner && enumKinds.has(kind)) return `response-mediatype-${kind}`;
      return `response-${isInner || isOfMember(finding) ? 'property' : 'body'}-${kind}`;
    case 'parameter':
      // What is written as text may be any text.
      if (!isInner && !isOfMember(finding))
        return `request-parameter-${kind === 'type-compatible' ? 'type-generalized' : kind}`;
      if (isHeaderParameter && (kind === 'became-enum' || kind === 'became-required'))
        return `request-header-property-${kind}`;
      return `request-parameter-property-${finding.partKind ?? kind}`;
    case 'header':
      return `response-header-${isInner || isOfMember(finding) ? 'property-' : ''}${kind}`;
  }
}

/** What is deprecated may be missing, but not before the day that was announced. */
function endOfRemoval({ member }: Finding, area: Area): string {
  if (member?.isDeprecated !== true) return '';
  const isReliedOn = area === 'request' || (area === 'response' && member.isRequired);
  return member.isEarly === true && isReliedOn ? '-before-sunset' : '-with-deprecation';
}

/** What is said of a member of the outermost object is of a member, too. */
function isOfMember({ at }: Finding): boolean {
  return at !== '';
}

function idOfMember({ kind, member, use }: Finding, area: Area, isHeaderParameter: boolean): string {
  const [isRequired, hasDefault] = [member?.isRequired === true, member?.hasDefault === true];
  const isAdded = kind === 'property-added';
  if (area === 'response') {
    const middle = use === 'write' ? 'write-only-' : '';
    return `response-${isRequired ? 'required' : 'optional'}-${middle}${kind}`;
  }
  if (area === 'request') {
    if (!isAdded) return 'request-property-removed';
    if (!isRequired) return 'new-optional-request-property';
    return hasDefault ? 'new-required-request-property-with-default' : 'new-required-request-property';
  }
  if (area === 'header') return `response-header-${kind}`;
  if (isHeaderParameter && isAdded && isRequired) return 'new-required-request-header-property';
  if (!isAdded) return 'request-parameter-property-removed';
  return `new-${isRequired ? 'required' : 'optional'}-request-parameter-property`;
}

/** Where the level does not follow from what the change does to the valid values. */
const levels: ReadonlyMap<string, ChangeLevel> = new Map([
  ['request-property-removed', 'risky'],
  ['request-parameter-property-removed', 'risky'],
  ['request-property-removed-with-deprecation', 'silent'],
  ['response-optional-property-removed', 'silent'],
  ['response-optional-property-removed-with-deprecation', 'silent'],
  ['response-optional-write-only-property-removed', 'silent'],
  ['response-required-write-only-property-removed', 'silent'],
  ['response-required-property-removed-with-deprecation', 'silent'],
  ['request-property-removed-before-sunset', 'breaking'],
  ['response-required-property-removed-before-sunset', 'breaking'],
  ['request-required-property-became-not-read-only-in-openapi-31', 'silent'],
  ['new-optional-request-property', 'additive'],
  ['new-optional-request-parameter-property', 'additive'],
  ['response-optional-property-added', 'additive'],
  ['response-required-property-added', 'additive'],
  ['request-optional-property-became-read-only', 'risky'],
  ['request-required-property-became-read-only', 'risky'],
  ['request-required-property-became-not-read-only', 'breaking'],
  ['response-required-property-became-write-only', 'breaking'],
  ['request-parameter-property-type-changed', 'risky'],
  ['response-body-schema-became-false', 'breaking'],
  ['response-body-schema-became-not-false', 'silent'],
]);

const requestLevels: Readonly<Record<Effect, ChangeLevel>> = {
  ...{ narrows: 'breaking', both: 'breaking', unknown: 'risky', widens: 'additive', none: 'silent' },
};
const responseLevels: Readonly<Record<Effect, ChangeLevel>> = {
  ...{ narrows: 'silent', both: 'breaking', unknown: 'risky', widens: 'breaking', none: 'silent' },
};

/** Returns how much a finding matters. */
export function levelOf({ kind, effect, use }: Finding, area: Area, id: string): ChangeLevel {
  const known = levels.get(id);
  if (known !== undefined) return known;
  // Deprecated things go on; what says so is new.
  if (kind.startsWith('deprecated')) return 'additive';
  if (kind === 'stability-decreased' || kind.startsWith('sunset-')) return 'breaking';
  const isRequest = area === 'request' || area === 'parameter';
  const level = isRequest ? requestLevels[effect] : responseLevels[effect];
  const isUnused = use === (isRequest ? 'read' : 'write');
  return isUnused && (level === 'breaking' || level === 'risky') ? 'silent' : level;
}
