import type { Definitions } from '@rulebook/checker/binding/destination';
import { directiveOf, type Binding, type CheckContext, type Endpoint } from '@rulebook/checker/binding/model';
import { graphqlOperationId } from '@rulebook/checker/binding/bind-graphql';
import { isServiceNamed } from '@rulebook/checker/binding/named-service';
import { onlyServices } from '@rulebook/checker/binding/path-services';
import { sentForm } from '@rulebook/checker/binding/bind-form';
import type { Target } from '@rulebook/checker/binding/target';
import { lackedPartOf, productLacking, versionFor, type VendorTarget } from '@rulebook/checker/binding/vendor-facts';
import { shapeAtPointer } from '@rulebook/checker/binding/resolve-pointer';
import type { Fact, ServiceId } from '@rulebook/catalogue/facts';
import type { Catalogue, Service, FallbackTarget } from '@rulebook/catalogue/service';
import type { Rule } from '@rulebook/checker/rules/rule';
import type { Place } from '@rulebook/request-file/syntax/constructs';
import type { Block } from '@rulebook/request-file/syntax/model';
import { automaticOffers } from './automatic';
import { bodySkeleton, exampleBodies, formSkeleton } from './body-skeleton';
import { completeAssert } from './complete-assert';
import { completeConstruct } from './complete-construct';
import { completeForm, formStartOffers } from './complete-form';
import { completeBody } from './complete-body';
import { completeDirectiveName, completeIgnoredRule, completeRequestName } from './complete-comment';
import { completeDirectiveValue } from './complete-directive';
import { completeGraphql } from './complete-graphql';
import { completeHost } from './complete-host';
import {
  completeCookie,
  completeHeaderName,
  completeHeaderValue,
  completeQueryName,
  completeQueryValue,
} from './complete-head';
import { completeMethod, isSearch } from './complete-method';
import { offersOfNames } from './complete-names';
import { completePath } from './complete-path';
import { completeQuery } from './complete-query';
import { completeScript } from './complete-script';
import { completeVariable, type FileScope } from './complete-variable';
import { allowedValuesOf, elementAt, valueShapesOf, withServiceOf, type ElementReference } from '../cursor/element';
import { titleOf } from '@rulebook/catalogue/markdown/foreign-markdown';
import { describeReference } from '../hover/describe';
import { useAround, type FileUse } from './file-use';
import type { BlockSummary } from '@rulebook/checker/rules/across/summary';
import type { AutomaticCompletion, Completions } from '../model';
import { isDeprecatedIn, isDescribed, isInTarget, type LineContext } from './offered-operations';
import { completionsOf, type Offer } from './offer';
import { headerServices, servicesFor } from '../cursor/reference-at';
import { cursorAt, headerAt, type Cursor, type CursorOf } from '../cursor/cursor-at';
import { namesInBody, namesInQuery } from '../cursor/names-at';
import { bodySnippet } from './snippet';
import { usedServices } from './used-services';

/** What is asked when completions are wanted. */
interface CompletionQuestion {
  readonly block: Block;
  readonly binding: Binding | undefined;
  readonly offset: number;
  readonly context: CheckContext;
  readonly catalogue: Catalogue;
  readonly scope: FileScope;
  readonly rules: readonly Rule[];
  /** What is remembered of the requests above it. */
  readonly summariesAbove: () => readonly BlockSummary[];
  /** What the file gives its variables. */
  readonly definitions: Definitions;
  /** The name of the file, which may say what its requests are about. */
  readonly fileName?: string | undefined;
}

/** Offers what can be at the offset. Empty if nothing is known, or if the list opens automatically where a key must mean itself. */
export function completeAt(question: CompletionQuestion, automatic?: AutomaticCompletion): Completions {
  const { block, binding, offset, catalogue } = question;
  const cursor = cursorAt(block, binding, offset);
  if (cursor === undefined) return { items: [], isIncomplete: automatic !== undefined };
  const whole = withServiceOf(binding, catalogue);
  const known = offersAt(cursor, question, automatic === undefined)
    .flatMap((offer) => {
      return inTarget({ ...offer, reference: withTarget(offer.reference, question) }, question, whole);
    })
    .map((offer) => withText(offer, whole));
  const isPartial = known.some((offer) => offer.isPartial) || hasMore(cursor, catalogue);
  if (!automatic) return { items: completionsOf(known), isIncomplete: isPartial };
  const { offers, isIncomplete } = automaticOffers(known, cursor, block.text, offset, automatic);
  // A long list of a published description is not read while a user types.
  const shown = isPartial ? [...offers].sort((a, b) => a.rank - b.rank).slice(0, maxAutomatic) : offers;
  return { items: completionsOf(shown), isIncomplete: isIncomplete || isPartial };
}

const maxAutomatic = 100;

/** The variables of a document are not there any more when an editor asks what a completion is. */
function withText(offer: Offer, whole: Catalogue): Offer {
  const { reference } = offer;
  if (reference.of !== 'body' || reference.operation !== graphqlOperationId) return offer;
  return { ...offer, reference: { of: 'text', text: describeReference(reference, whole) ?? '' } };
}

/** Words that are typed where a request begins find operations of published descriptions, which the list does not hold before. */
function hasMore(cursor: Cursor, { services }: Catalogue): boolean {
  const isAtStart = cursor.kind === 'method' && !cursor.hasTarget;
  return (
    isAtStart &&
    services.some(
      ({ fallbackDescriptions, operations }) => fallbackDescriptions !== undefined || operations.some(isDescribed),
    )
  );
}

/** Elements that the target does not have are not offered; what is deprecated later than in its version is not struck through. */
function inTarget(offer: Offer, question: CompletionQuestion, catalogue: Catalogue): readonly Offer[] {
  const element = elementAt(offer.reference, catalogue);
  if (element === undefined || element.kind === 'entry') return [offer];
  const fact = element.kind === 'operation' ? element.operation : element.field;
  const target = targetOf(fact, offer.reference, question);
  if (element.kind === 'operation' && lackedPartOf(element.operation, target) !== undefined) return [];
  const listed = element.kind === 'operation' ? [] : allowedValuesOf(valueShapesOf(element.field));
  const value = element.kind === 'field' && listed.find((allowed) => allowed.value === element.value);
  if (!isInTarget(fact, target) || productLacking(fact, target) !== undefined || (value && !isInTarget(value, target)))
    return [];
  return [{ ...offer, isDeprecated: offer.isDeprecated === true && isDeprecatedIn(fact, target) }];
}

/** Returns the target of the request, with the version that versions of the fact are compared with. */
function targetOf(
  { provenance }: Fact,
  reference: ElementReference,
  question: CompletionQuestion,
): Target & VendorTarget {
  const { binding, catalogue } = question;
  const id = serviceOfReference(reference);
  const service = catalogue.services.find((one) => one.id === id);
  const vendor = id === undefined ? undefined : fallbackTargetOf(id, question).vendor;
  const { version, deployment } = binding ?? {};
  const counted = versionFor(provenance, { service, vendor, version });
  return {
    service,
    vendor,
    ...(counted && version !== undefined && { version: counted }),
    ...(deployment && { deployment }),
  };
}

function serviceOfReference(reference: ElementReference): string | undefined {
  return 'operation' in reference ? reference.operation?.split('.', 1)[0] : undefined;
}

function offersAt(cursor: Cursor, question: CompletionQuestion, isAsked: boolean): readonly Offer[] {
  const { block, binding, offset, context, catalogue, scope, rules } = question;
  const services = servicesFor(binding, catalogue.services);
  switch (cursor.kind) {
    case 'method':
      return [
        ...completeMethod(
          cursor,
          lineContext(cursor.hasTarget ? services : usedInLine(question), isSearch(cursor), question),
        ),
        ...(cursor.hasTarget
          ? []
          : completeConstruct(cursor.span, cursor.typed, 'everywhere', ...linePlaces(question))),
      ];
    case 'path':
      return [
        ...completeHost(block, offset, scope),
        ...(isAsked || !isHostTyped(cursor, block.text)
          ? completePath(
              cursor,
              lineContext(usedInLine(question, cursor, isAsked), isKnownPlace(binding), question),
              offset,
            )
          : []),
      ];
    case 'query-name':
      return completeQueryName(cursor, binding);
    case 'query-value':
      return [...namesOfQuery(cursor, question), ...completeQueryValue(cursor, binding, block.text, offset)];
    case 'header-name':
      return completeHeaderName(cursor, block, binding, headerServices(binding, catalogue.services));
    case 'header-value':
      return completeHeaderValue(cursor, binding, headerServices(binding, catalogue.services));
    case 'cookie':
      return completeCookie(cursor, binding);
    case 'response-header':
      return [];
    case 'directive-name':
      return [
        ...completeDirectiveName(cursor, block),
        // Alone, the sign begins a variable of the file, too.
        ...(cursor.lacksSign
          ? completeConstruct(cursor.span, block.text.slice(cursor.span.start, offset), 'above')
          : []),
      ];
    case 'directive-value':
      return [...fieldForFile(cursor, question), ...completeDirectiveValue(cursor, question)];
    case 'request-name':
      return completeRequestName(cursor, block, scope.names);
    case 'variable':
      return completeVariable(cursor, block, binding, scope);
    case 'ignored-rule':
      return completeIgnoredRule(cursor, rules);
    case 'body-start':
      return [
        ...bodyStartOffers(cursor, block, binding),
        ...(block.association ? [] : completeConstruct(cursor.span, '', 'everywhere', 'body', 'behind')),
      ];
    case 'construct':
      return completeConstruct(cursor.span, '', 'everywhere', 'behind');
    case 'form':
      return completeForm(cursor, binding);
    case 'assert':
      return completeAssert(cursor, binding);
    case 'script':
      return completeScript(cursor, scope.names, scope.scriptOf, binding);
    case 'graphql':
      return completeGraphql(cursor, block.text, catalogue);
    case 'query':
      return binding === undefined ? [] : completeQuery(cursor, binding, context, question);
    case 'body':
      return completeBody(cursor, block.text, offset, {
        found: binding && namesInBody(cursor, binding, question),
        target: binding,
      });
  }
}

/** Offers the parts of the header field that `# @header` adds to all requests of the file. */
function fieldForFile({ name, span }: CursorOf<'directive-value'>, question: CompletionQuestion): readonly Offer[] {
  const { block, binding, offset } = question;
  const cursor = name.toLowerCase() === 'header' ? headerAt(block.text, span, offset) : undefined;
  if (cursor === undefined) return [];
  const services = headerServices(binding, servicesOfLine(question));
  if (cursor.kind === 'cookie') return completeCookie(cursor, binding);
  return cursor.kind === 'header-name'
    ? completeHeaderName(cursor, block, binding, services)
    : completeHeaderValue(cursor, binding, services);
}

/** Behind a body without a blank line in front of it, a request may begin, and what is behind the former may be there. */
function linePlaces({ block, offset }: CompletionQuestion): readonly Place[] {
  return block.request !== undefined && offset > block.request.lineSpan.end ? ['behind'] : ['above'];
}

function namesOfQuery(cursor: CursorOf<'query-value'>, question: CompletionQuestion): readonly Offer[] {
  const { binding, block, offset } = question;
  const found = binding && namesInQuery(cursor, binding, offset, question);
  return found ? offersOfNames(found, block.text, offset) : [];
}

/**
 * The path alone does not say to which service a request goes: one that is not finished fits a path of parameters of any of them. Where only own
 * services have endpoints, it goes to one of those.
 */
function servicesOfLine({ block, binding, context, catalogue, definitions }: CompletionQuestion): readonly Service[] {
  if (binding?.service !== undefined && isServiceNamed(binding)) return [binding.service];
  const { services } = catalogue;
  const named = endpointNamedIn(block, context.endpoints, definitions);
  if (named !== undefined) return services.filter(({ id }) => id === named.service);
  return (binding?.destination.kind === 'url' ? undefined : onlyServices(catalogue, context)) ?? services;
}

/** Returns those that something speaks for. What the request itself names needs no further sign; who asks for a list gets one without any. */
function usedInLine(question: CompletionQuestion, cursor?: CursorOf<'path'>, isAsked = false): readonly Service[] {
  const { block, offset, binding, context, catalogue, scope, fileName, definitions } = question;
  const services = servicesOfLine(question);
  const isNamed =
    (binding?.service !== undefined && isServiceNamed(binding)) ||
    endpointNamedIn(block, context.endpoints, definitions) !== undefined;
  if (isNamed) return services;
  const typed = cursor && block.text.slice(cursor.span.start, offset);
  const used = usedServices(services, { use: useAround(scope), catalogue, context, fileName, text: block.text, typed });
  return used.length === 0 && isAsked ? services : used;
}

/** Returns the services that the requests around go to; where there are none, those that are set up in the folder; otherwise all. */
function likelyServices(
  use: FileUse,
  { endpoints, services: own = [] }: CheckContext,
  services: readonly Service[],
): ReadonlySet<ServiceId> {
  if (use.services.size > 0) return use.services;
  const configured = endpoints.filter(({ isBuiltIn }) => isBuiltIn !== true).map(({ service }) => service);
  const known = [...configured, ...own.map(({ id }) => id)];
  return new Set(known.length > 0 ? known : services.map(({ id }) => id));
}

/** While a host is typed, no path is behind it yet. */
function isHostTyped({ span }: CursorOf<'path'>, text: string): boolean {
  return (
    span.start === span.end && /:\/\/[^\s/?#]*$/.test(text.slice(Math.max(0, span.start - longestHost), span.start))
  );
}

const longestHost = 300;

/** At another host, only what documents say is assumed. */
function isKnownPlace(binding: Binding | undefined): boolean {
  return binding?.destination.kind !== 'url' || binding.endpoint !== undefined || binding.service !== undefined;
}

/** Collects what completion of a request line needs; `isWhole` says whether operations of published descriptions are offered, too. */
function lineContext(services: readonly Service[], isWhole: boolean, question: CompletionQuestion): LineContext {
  const { block, binding, context, catalogue, scope } = question;
  const isPossible = ({ id }: Service): boolean => binding?.destination.kind !== 'url' || binding.service?.id === id;
  const whole = (service: Service): Service => {
    const base = catalogue.services.find(({ id }) => id === service.id) ?? service;
    return catalogue.whole?.(base, fallbackTargetOf(service.id, question)) ?? service;
  };
  const use = useAround(scope);
  return {
    block,
    binding,
    names: question,
    likely: likelyServices(use, context, services),
    services: isWhole ? services.map((one) => (isPossible(one) ? whole(one) : one)) : services,
    own: new Set(catalogue.services.filter((one) => context.services?.includes(one)).map(({ id }) => id)),
    use,
    target: binding ?? {},
  };
}

/** Returns what decides which published description of a service holds for the request. */
function fallbackTargetOf(
  service: ServiceId,
  { block, binding, context: { endpoints, defaults }, definitions }: CompletionQuestion,
): FallbackTarget {
  const named = binding?.service?.id === service ? binding.endpoint : endpointNamedIn(block, endpoints, definitions);
  if (named?.service === service) return { vendor: named.vendor, version: named.version };
  const { vendor, version } = endpoints.find(({ name }) => name === defaults[service]) ?? {};
  return { vendor: (binding?.service?.id === service ? binding.vendor : undefined) ?? vendor, version };
}

/** The same operation may be another one in the description of another vendor or version. */
function withTarget(reference: ElementReference, question: CompletionQuestion): ElementReference {
  const service = serviceOfReference(reference);
  if (service === undefined) return reference;
  const target = fallbackTargetOf(service, question);
  return target.vendor === undefined && target.version === undefined ? reference : { ...reference, target };
}

function endpointNamedIn(
  block: Block,
  endpoints: readonly Endpoint[],
  definitions: CompletionQuestion['definitions'],
): Endpoint | undefined {
  const name = directiveOf(block, 'endpoint')?.text || definitions.endpoint;
  return endpoints.find((endpoint) => endpoint.name === name);
}

/** Offers a complete minimal body if there is none yet. */
function bodyStartOffers(
  { span }: CursorOf<'body-start'>,
  { association }: Block,
  binding?: Binding,
): readonly Offer[] {
  const { operation, request } = binding ?? {};
  const at = association?.at ?? '';
  const shape = operation?.body && shapeAtPointer(operation.body.shape, at);
  if (!operation?.body || !shape || !request) return [];
  const form = at === '' ? sentForm(request, operation.body) : undefined;
  const text = at === '' ? bodySkeleton(operation.body).text : bodySnippet(shape, '  ');
  const skeleton: Offer = {
    label: form ? 'Form with its required fields' : '{ … }',
    kind: 'value',
    reference: { of: 'operation', operation: operation.id },
    span,
    newText: form ? formSkeleton(form, request) : text,
    isSnippet: true,
    filterText: form ? undefined : '{',
    detail: titleOf(operation),
    rank: 0,
    automatic: 'never',
  };
  const examples = at === '' ? exampleBodies(operation) : [];
  return [
    skeleton,
    ...(form ? formStartOffers(span, form, operation.id) : []),
    ...examples.map((example): Offer => {
      const label = `{ … } (example: ${example.title})`;
      return { ...skeleton, label, newText: example.text, isSnippet: false, rank: 1 };
    }),
  ];
}
