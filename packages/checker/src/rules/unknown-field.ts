import { fieldOf } from '../binding/field-of';
import { objectShapeOf, type Binding, type BoundMember, type BoundValue } from '../binding/model';
import { behavesSo } from '../binding/vendor-facts';
import type { ObjectShape } from '@rulebook/catalogue/shape';
import { holdsVariable } from '@rulebook/request-file/syntax/parse-target';
import { editDistance, nearest } from '@rulebook/text/edit-distance';
import { isRecorded, isUnknownMember, fieldsWithoutMember } from './support/bound-values';
import { isAcceptedByService, strictnessOf } from './support/accepted';
import { changeTo } from './support/change-to';
import { fixesMovingIntoEntry } from './support/move-into-entry';
import { propertyAt, removeChild, replaceNode } from './support/json-edits';
import { isIgnoredByService } from './support/ignored';
import { misplacementOf } from './support/misplaced';
import { wrappedItem } from './support/wrapped-item';
import type { BlockRule, Fix, Report, Reporter } from './rule';
import { code, documentedOrDescribed, provenanceOf, quoted } from './support/wording';

/** Reports a field that is not documented. */
export const unknownField: BlockRule = {
  id: 'unknown-field',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a field that is not documented for its object.',
    why: 'The service refuses an unknown field, or silently ignores it, which hides a misspelled name. If the service is known to refuse unknown fields, a misspelled field is a warning even where the list of fields may be incomplete; other unknown fields are then reported as information or a hint. A misspelled field that is also missing is one finding, as severe as the missing field. Where a published description is known to lack fields, only a misspelled one is a warning, unless the operation is known to refuse others. Where other fields may be next to the known ones, such as those of plugins, only a slip of one letter is reported, and of short names only a letter too few or too many, or two that changed places. An alternative name that servers are known to accept is a hint.',
    remedy: 'Use the name that the message suggests, or remove the field.',
  },
  concernsRequest: (operation) => operation?.body?.forms !== undefined,
  request({ form, operation }, report) {
    if (form === undefined || operation === undefined) return;
    const written = new Set(form.parts.map(({ name }) => name.text));
    const free = form.shape.fields.map(({ name }) => name).filter((name) => !written.has(name));
    for (const { name } of form.unknown) {
      if (name.text === '' || holdsVariable(name.text)) continue;
      const meant = nearest(name.text, free);
      const provenance = form.shape.provenance ?? operation.body?.provenance ?? operation.provenance;
      report({
        message: `${code(name.text)} is not a ${documentedOrDescribed(provenance)} field of the form${meant === undefined ? '.' : `; did you mean ${code(meant)}?`}`,
        span: name.span,
        provenance,
        meant,
        fixes: () => changeTo(meant, name.span),
      });
    }
  },
  concerns: (shape) => shape.type === 'object' && shape.entries === undefined && (!shape.isOpen || hasNames(shape)),
  passes: () => ({ onlyFields: () => true }),
  value(value, binding, report) {
    const shape = objectShapeOf(value);
    if (shape === undefined || (shape.isOpen && !hasNames(shape)) || isRecorded(value, binding)) return;
    let names: KnownNames | undefined;
    for (const member of value.members) {
      reportAlias(member, report);
      if (!isUnknownMember(value, member) || shape.undescribed?.includes(member.key)) continue;
      if (misplacementOf(value, shape, member) !== undefined) continue;
      names ??= knownNamesOf(value, shape);
      reportUnknown(member, { value, shape, names, binding }, report);
    }
  },
};

/** Not a part of the loop over the members: what its functions use would be set aside for each member, though few are unknown. */
function reportUnknown(member: BoundMember, { value, shape, names, binding }: UnknownPlace, report: Reporter): void {
  const isOpened = isFree(shape) || isOpenedForPlugins(shape, binding);
  const near = isOpened ? nearlySame(member.key, names) : nearest(member.key, names.free);
  if ((isOpened || shape.isOpen) && near === undefined) return;
  const meant = near ?? onlyOneBegunBy(member.key, names.free);
  const taken = meant === undefined ? nearest(member.key, names.taken) : undefined;
  if (isAcceptedByService(binding, member.key)) return;
  const provenance = shape.provenance ?? provenanceOf(value, binding);
  const isIgnored = isIgnoredByService(binding.service, provenance);
  const strict = isIgnored && value.parent === undefined ? strictnessOf(binding) : undefined;
  const others = strict ? '; the service refuses others here.' : '.';
  const question = meant === undefined ? others : `; did you mean ${code(meant)}?`;
  report({
    message: `${code(member.key)} is not a ${documentedOrDescribed(provenance)} field of the ${shape.name}${taken === undefined ? question : `; ${code(taken)} is already present.`}`,
    span: member.keySpan,
    ...standingOf(shape, (near ?? taken) !== undefined),
    ...(isIgnored && strict === undefined && (near ?? taken) === undefined && { severity: 'information' }),
    ...(strict && { severity: 'warning', isRefused: true }),
    provenance,
    meant,
    fixes: () => {
      const property = propertyAt(value.node, member.span.start);
      const [, content] = property?.children ?? [];
      const field = meant === undefined ? undefined : fieldOf(shape, meant);
      // Otherwise the corrected name would only lead to the next finding.
      const wrapped = content && field && wrappedItem(content, field.shape, binding.block.text);
      const fixes = changeTo(meant, member.keySpan, { write: JSON.stringify }).map((fix): Fix => {
        if (content === undefined || wrapped === undefined) return fix;
        const title = `${fix.title}, and its value to a list`;
        return { ...fix, title, edits: [...fix.edits, replaceNode(content, wrapped)] };
      });
      fixes.push(...fixesMovingIntoEntry(member, value, shape, binding.block.text));
      if (property !== undefined) {
        const edits = [removeChild(binding.block.text, value.node, property)];
        fixes.push({ title: `Remove ${quoted(member.key)}`, edits, isSafe: false });
      }
      return fixes;
    },
  });
}

/** Where an unknown member is. */
interface UnknownPlace {
  readonly value: BoundValue;
  readonly shape: ObjectShape;
  readonly names: KnownNames;
  readonly binding: Binding;
}

/** Returns whether an open object has names that another one may nearly be. */
function hasNames({ misspelt, fields, entries }: ObjectShape): boolean {
  return misspelt !== undefined || (entries === undefined && fields.length > 0);
}

/** Returns whether anything may be next to the fields, so that only a slip of the pen is a mistake. */
function isFree({ isOpen, misspelt }: ObjectShape): boolean {
  return isOpen === true && misspelt === undefined;
}

/** Returns whether plugins of the target may add to the list. A sandbox has no plugins, so a request that was sent has none of theirs. */
function isOpenedForPlugins({ openedBy }: ObjectShape, binding: Binding): boolean {
  return openedBy !== undefined && binding.block.isSent !== true && behavesSo(openedBy, binding) === true;
}

/** Returns the only name that a key shortens, such as `loc` for `location`, or of which it has another ending, such as `expiry` for `expiration`. */
function onlyOneBegunBy(key: string, names: readonly string[]): string | undefined {
  if (key.length < 3) return undefined;
  const stem = key.length > shortName ? key.slice(0, -1) : key;
  const [name, ...others] = names.filter((one) => one.length > key.length && one.startsWith(stem));
  return others.length === 0 ? name : undefined;
}

/** Shorter names resemble others by chance: of these, only a letter too few or too many within is a slip, or two that changed places. */
const shortName = 5;

/** The shortest name that can be meant. */
const shortestName = 4;

/** Returns the free name from which a key differs by one letter, or by two that changed places; another number or plural is another name. */
function nearlySame(key: string, { free, taken }: KnownNames): string | undefined {
  if (key.length < shortestName - 1 || taken.includes(key)) return undefined;
  return free.find(
    (name) =>
      isComparable(key, name) &&
      editDistance(key, name, 1) === 1 &&
      !/\d/.test(key + name) &&
      (isDotted(name) || withoutPlural(key) !== withoutPlural(name)) &&
      key.toLowerCase() !== name.toLowerCase(),
  );
}

function isComparable(key: string, name: string): boolean {
  if (key.length >= shortName && name.length >= shortName) return true;
  if (name.length < shortestName) return false;
  if (key.length === name.length) return sorted(key) === sorted(name);
  return key[0] === name[0] && key.at(-1) === name.at(-1);
}

function sorted(word: string): string {
  return [...word].sort().join('');
}

/** Full names of settings have neither another plural nor others next to them by chance. */
function isDotted(name: string): boolean {
  return name.includes('.');
}

function withoutPlural(name: string): string {
  return name.replace(/s$/, '');
}

interface KnownNames {
  /** The names that the object does not contain yet, without undocumented ones. */
  readonly free: readonly string[];
  readonly taken: readonly string[];
}

function knownNamesOf(value: BoundValue, { fields, undescribed = [] }: ObjectShape): KnownNames {
  const free = [...undescribed];
  const taken: string[] = [];
  const absent = new Set(fieldsWithoutMember(value, fields));
  for (const field of fields) {
    const { name, aliases = [], aliasNote } = field;
    const names = aliasNote === undefined ? [name, ...aliases] : [name];
    (absent.has(field) ? free : taken).push(...names);
  }
  return { free, taken };
}

/** A near miss is certainly wrong; any other key may be missing from the list. */
function standingOf(
  { isOpen, isClosed, misspelt, unlisted, refusal }: ObjectShape,
  isNear: boolean,
): Pick<Report, 'severity' | 'isRefused'> {
  if (isOpen) return { severity: misspelt ?? 'warning', isRefused: refusal === undefined ? undefined : true };
  if (refusal === undefined) return { severity: unlisted, ...(isClosed && { isRefused: true }) };
  const isRefused = isNear || unlisted === undefined;
  return { severity: isRefused ? 'warning' : unlisted, isRefused };
}

/** Reports another name that servers accept for a documented field. */
function reportAlias(member: BoundMember, report: Reporter): void {
  const { field, key } = member;
  if (field?.aliasNote === undefined || key === field.name) return;
  const { keySpan } = member;
  const { message, provenance } = field.aliasNote;
  report({
    message,
    provenance,
    severity: 'hint',
    span: keySpan,
    fixes: () => changeTo(field.name, keySpan, { write: JSON.stringify, isSafe: true }),
  });
}
