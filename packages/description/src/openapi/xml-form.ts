import type { XmlForm } from '@rulebook/catalogue/operation';
import { childOf, isSet, itemsAt, memberOfObject, membersAt, textAt, type Place } from './place';
import type { Reading } from './reading';
import { componentName } from './schemas/components';

/** Deeper schemas are not read: they may contain themselves. */
const maxDepth = 6;
/** The most members of a form. */
const maxMembers = 300;

interface Budget {
  left: number;
}

/** Returns how values of a schema are written as XML; undefined where it is not simple: with namespaces, alternatives or recursion, or without a name. */
export function xmlFormAt(schema: Place | undefined, reading: Reading): XmlForm | undefined {
  const form = schema && formOf(schema, reading, 0, { left: maxMembers });
  return form?.name === undefined ? undefined : form;
}

function formOf(schema: Place, reading: Reading, depth: number, budget: Budget): XmlForm | undefined {
  const target = reading.references.resolved(schema);
  if (target === undefined || depth > maxDepth || budget.left-- <= 0) return undefined;
  const has = (name: string): boolean => memberOfObject(target.value, name) !== undefined;
  const xml = childOf(target, 'xml');
  if (
    ['oneOf', 'anyOf', 'discriminator', 'additionalProperties'].some(has) ||
    textAt(xml, 'prefix') ||
    textAt(xml, 'namespace')
  )
    return undefined;
  const members: Record<string, XmlForm> = {};
  for (const part of itemsAt(childOf(target, 'allOf'))) {
    const inherited = formOf(part, reading, depth + 1, budget);
    if (inherited === undefined) return undefined;
    Object.assign(members, inherited.members);
  }
  for (const property of membersAt(childOf(target, 'properties'))) {
    const form = formOf(property, reading, depth + 1, budget);
    if (form === undefined || !isName(property.key)) return undefined;
    // The name of an object is that of the member where nothing else is said.
    const written = textAt(childOf(reading.references.resolved(property) ?? property, 'xml'), 'name');
    members[property.key] = { ...form, name: written ?? property.key };
  }
  const list = childOf(target, 'items');
  const items = list && formOf(list, reading, depth + 1, budget);
  if (list !== undefined && items === undefined) return undefined;
  const own = list && textAt(childOf(reading.references.resolved(list) ?? list, 'xml'), 'name');
  const name = textAt(xml, 'name') ?? componentName(target);
  return {
    ...(name !== undefined && isName(name) && { name }),
    ...(isSet(xml, 'attribute') && { isAttribute: true }),
    ...(isSet(xml, 'wrapped') && { isWrapped: true }),
    ...(Object.keys(members).length > 0 && { members }),
    ...(items !== undefined && { items: { ...items, name: own } }),
  };
}

function isName(text: string): boolean {
  return /^[A-Za-z_][\w.-]*$/.test(text) && text !== '__proto__';
}
