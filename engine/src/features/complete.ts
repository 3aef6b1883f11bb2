import type { Binding, CheckContext } from '../binding/model';
import { shapeAtPointer } from '../binding/resolve-pointer';
import { isOlder } from '../binding/target';
import type { Catalogue } from '../catalogue/service';
import type { Version } from '../catalogue/facts';
import type { Rule } from '../rules/rule';
import type { Block } from '../syntax/model';
import { automaticOffers } from './automatic';
import { completeBody } from './complete-body';
import { completeDirectiveName, completeDirectiveValue, completeIgnoredRule } from './complete-comment';
import { completeHeaderName, completeHeaderValue, completeQueryName, completeQueryValue } from './complete-head';
import { completeMethod, completePath } from './complete-request-line';
import { completeVariable, type FileScope } from './complete-variable';
import { allowedValuesOf, elementAt, valueShapesOf } from './element';
import type { AutomaticCompletion, Completions } from './model';
import { completionsOf, type Offer } from './offer';
import { headerServices, servicesFor } from './reference-at';
import { cursorAt, type Cursor } from './cursor-at';
import { bodySnippet, linesSnippet } from './snippet';

/** Offers what can stand at the offset. Empty if nothing is known, or if the list opens automatically where a key must mean itself. */
export function completeAt(
  block: Block,
  binding: Binding | undefined,
  offset: number,
  context: CheckContext,
  catalogue: Catalogue,
  scope: FileScope,
  rules: readonly Rule[],
  automatic?: AutomaticCompletion,
): Completions {
  const cursor = cursorAt(block, binding, offset);
  if (cursor === undefined) return { items: [], isIncomplete: automatic !== undefined };
  const all = offersAt(cursor, { block, binding, offset, context, catalogue, scope, rules });
  const known = binding?.version === undefined ? all : all.filter(isKnownTo(binding.version, catalogue));
  if (!automatic) return { items: completionsOf(known), isIncomplete: false };
  const { offers, isIncomplete } = automaticOffers(known, cursor, block.text, offset, automatic);
  return { items: completionsOf(offers), isIncomplete };
}

/** Elements that are newer than the target are not offered. */
function isKnownTo(version: Version, catalogue: Catalogue): (offer: Offer) => boolean {
  return ({ reference }) => {
    const element = elementAt(reference, catalogue);
    if (element?.kind === 'operation') return !isTooNew(version, element.operation.since);
    if (element?.kind !== 'field') return true;
    const { field, value } = element;
    const listed = value === undefined ? [] : allowedValuesOf(valueShapesOf(field));
    const since = listed.find((allowed) => allowed.value === value)?.since;
    return !isTooNew(version, field.since) && !isTooNew(version, since);
  };
}

function isTooNew(version: Version, since: Version | undefined): boolean {
  return since !== undefined && isOlder(version, since);
}

interface Setting {
  readonly block: Block;
  readonly binding: Binding | undefined;
  readonly offset: number;
  readonly context: CheckContext;
  readonly catalogue: Catalogue;
  readonly scope: FileScope;
  readonly rules: readonly Rule[];
}

function offersAt(cursor: Cursor, setting: Setting): readonly Offer[] {
  const { block, binding, offset, context, catalogue, scope, rules } = setting;
  const services = servicesFor(binding, catalogue.services);
  switch (cursor.kind) {
    case 'method':
      return completeMethod(cursor, binding, cursor.hasTarget ? services : catalogue.services);
    case 'path':
      return completePath(cursor, block, binding, binding?.endpoint ? services : catalogue.services, offset);
    case 'query-name':
      return completeQueryName(cursor, binding);
    case 'query-value':
      return completeQueryValue(cursor, binding);
    case 'header-name':
      return completeHeaderName(cursor, block, binding, headerServices(binding, catalogue.services));
    case 'header-value':
      return completeHeaderValue(cursor, binding, headerServices(binding, catalogue.services));
    case 'response-header':
      return [];
    case 'directive-name':
      return completeDirectiveName(cursor, block);
    case 'directive-value':
      return completeDirectiveValue(cursor, context, catalogue);
    case 'variable':
      return completeVariable(cursor, block, binding, scope);
    case 'ignored-rule':
      return completeIgnoredRule(cursor, rules);
    case 'body-start':
      return bodyStartOffers(cursor, block, binding);
    case 'body':
      return completeBody(cursor, block.text, offset);
  }
}

/** Offers a complete minimal body if there is none yet. */
function bodyStartOffers(
  { span }: Extract<Cursor, { readonly kind: 'body-start' }>,
  block: Block,
  binding: Binding | undefined,
): readonly Offer[] {
  const operation = binding?.operation;
  const shape = operation?.body && shapeAtPointer(operation.body.shape, block.association?.at ?? '');
  if (!operation || !shape) return [];
  return [
    {
      label: '{ … }',
      kind: 'value',
      reference: { of: 'operation', operation: operation.id },
      span,
      newText: operation.body?.actions ? linesSnippet(operation.body.actions) : bodySnippet(shape, '  '),
      isSnippet: true,
      filterText: '{',
      detail: operation.title,
      rank: 0,
      automatic: 'never',
    },
  ];
}
