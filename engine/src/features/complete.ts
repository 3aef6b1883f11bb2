import type { Binding, CheckContext } from '../binding/model';
import { shapeAtPointer } from '../binding/resolve-pointer';
import { isOlder } from '../binding/target';
import type { Catalogue, Version } from '../catalogue/model';
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
import { headerServices, servicesFor } from './reference-of-site';
import { siteAt, type Site } from './site-at';
import { bodySnippet, linesSnippet } from './snippet';

/** Offers what can stand at the offset; empty where nothing is known, or where nobody has asked and a key must mean itself. */
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
  const site = siteAt(block, binding, offset);
  if (site === undefined) return { items: [], isIncomplete: automatic !== undefined };
  const all = offersAt(site, { block, binding, offset, context, catalogue, scope, rules });
  const known = binding?.version === undefined ? all : all.filter(isKnownTo(binding.version, catalogue));
  if (!automatic) return { items: completionsOf(known), isIncomplete: false };
  const { offers, isIncomplete } = automaticOffers(known, site, block.text, offset, automatic);
  return { items: completionsOf(offers), isIncomplete };
}

/** An element that is newer than the target is not offered. */
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

interface Surroundings {
  readonly block: Block;
  readonly binding: Binding | undefined;
  readonly offset: number;
  readonly context: CheckContext;
  readonly catalogue: Catalogue;
  readonly scope: FileScope;
  readonly rules: readonly Rule[];
}

function offersAt(site: Site, surroundings: Surroundings): readonly Offer[] {
  const { block, binding, offset, context, catalogue, scope, rules } = surroundings;
  const services = servicesFor(binding, catalogue.services);
  switch (site.kind) {
    case 'method':
      return completeMethod(site, binding, site.hasTarget ? services : catalogue.services);
    case 'path':
      return completePath(site, block, binding, binding?.endpoint ? services : catalogue.services, offset);
    case 'query-name':
      return completeQueryName(site, binding);
    case 'query-value':
      return completeQueryValue(site, binding);
    case 'header-name':
      return completeHeaderName(site, block, binding, headerServices(binding, catalogue.services));
    case 'header-value':
      return completeHeaderValue(site, binding, headerServices(binding, catalogue.services));
    case 'response-header':
      return [];
    case 'directive-name':
      return completeDirectiveName(site, block);
    case 'directive-value':
      return completeDirectiveValue(site, context, catalogue);
    case 'variable':
      return completeVariable(site, block, binding, scope);
    case 'ignored-rule':
      return completeIgnoredRule(site, rules);
    case 'body-start':
      return bodyStartOffers(site, block, binding);
    case 'body':
      return completeBody(site, block.text, offset);
  }
}

/** Offers a whole minimal body where none stands yet. */
function bodyStartOffers(
  { span }: Extract<Site, { readonly kind: 'body-start' }>,
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
