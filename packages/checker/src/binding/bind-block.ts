import type { Catalogue, Service, FallbackTarget } from '@rulebook/catalogue/service';
import type { Operation } from '@rulebook/catalogue/operation';
import type {
  Block,
  HeaderField,
  JsonBody,
  Placeholder,
  RequestSyntax,
  RequestTarget,
} from '@rulebook/request-file/syntax/model';
import { isChannel } from '@rulebook/request-file/syntax/channel';
import { withSharedFields } from '@rulebook/request-file/syntax/shared-fields';
import { meaningInHead } from '@rulebook/request-file/syntax/head-variable';
import { createMemo, perObject } from '@rulebook/text/structures/memo';
import { readBaseUrl } from '@rulebook/text/url';
import { mergedOperation, operationById } from './operation-by-id';
import { responseFor } from './response-for';
import { schemaFor } from './body-schema';
import { bindForm } from './bind-form';
import { bindJsonParameters } from './bind-json-parameter';
import { bindText } from './bind-text';
import { bindGraphql, graphqlOperation, graphqlOperationId } from './bind-graphql';
import { bindLines, hasLines } from './bind-lines';
import { bindValue } from './bind-value';
import { bindCookies } from './bind-cookies';
import { bindHeaders, bindPath, bindQuery } from './bind-parameters';
import { destinationOf, endpointNameOf, resolved, type Definitions } from './destination';
import { isChanceMatch } from './chance-match';
import { endpointAt, locateOperation } from './locate-operation';
import { defaultEndpointOf } from './path-services';
import {
  directiveOf,
  headerOf,
  type Binding,
  type BoundLine,
  type BoundValue,
  type CheckContext,
  type Endpoint,
  type Destination,
} from './model';
import type { MatchedPath, OperationMatch } from '@rulebook/paths/operation-match';
import { shapeAtPointer } from './resolve-pointer';
import { rehearsed } from './rehearsal';
import { endpointTarget } from './target';

/** Relates the parts of a block's request to documented elements; undefined for a block without a request. */
export function bindBlock(
  block: Block,
  context: CheckContext,
  catalogue: Catalogue,
  definitions: Definitions = noDefinitions,
): Binding | undefined {
  const { request: written } = block;
  if (!written) return undefined;
  const located = locate(block, written, context, catalogue, definitions);
  // A request that was sent or recorded has all of its fields, and a body by itself has none.
  const isWhole = block.isSent === true || block.association !== undefined;
  const request = isWhole ? written : withSharedFields(written, definitions.headers, located.endpoint?.headers);
  const { method, segments, match, service, parameters, endpoint, namedEndpoint } = located;
  const { destination, isOnlyService, rivals, passedOver } = located;
  const operation = match.kind === 'operation' || match.kind === 'former-path' ? match.operation : undefined;
  const { query, unknownQuery } = bindQuery(block, operation, service);
  const { headers, unknownHeaders } = bindHeaders(request, operation, service, catalogue);
  const rehearsal = service && context.rehearsals?.get(service.id);
  const vendor = vendorOf(located, context);
  const graphql = bindGraphql({ block, operation, endpoint, vendor, segments, catalogue });
  const ofDocument = graphql && graphqlOperation(graphql, operation);
  const named = schemasOf(request === written ? block : { ...block, request }, located, context);
  const schemas = ofDocument ? { ...named, request: ofDocument } : named;
  const body = bindBody(block, schemas.request ?? operation);
  const lines = bindBodyLines(block, operation);
  const form = operation?.body?.forms && bindForm(block.text, request, operation.body);
  const responseBody = bindResponse(block, schemas.response ?? operation);
  const { version, deployment } = rehearsed(endpointTarget(block, endpoint), rehearsal);
  const path = bindPath(match.kind === 'other-method' ? match.operations[0] : operation, parameters, block);
  // Every binding has the same members in one order, as every block has.
  const binding: Binding = {
    block,
    request,
    method,
    endpoint,
    namedEndpoint,
    destination,
    vendor,
    service,
    isOnlyService,
    rivals,
    passedOver,
    match,
    operation,
    segments,
    path,
    query,
    unknownQuery,
    headers,
    unknownHeaders,
    cookies: bindCookies(request, operation),
    strayVariables: strayVariablesOf(request, definitions),
    body,
    lines,
    form,
    text: bindText(block.text, request, operation?.body),
    jsonParameters: operation && bindJsonParameters(block, path, query, headers),
    responseBody,
    graphql,
    queries: catalogue.queries,
    schemas: (schemas.request ?? schemas.response) && schemas,
    selects: rehearsal?.selects,
    version,
    deployment,
  };
  // What is described of operations is said of HTTP, and messages are not a body.
  if (isChannel(request)) return { ...withoutMatch(binding, catalogue), endpoint, vendor, version, deployment };
  if (!isChanceMatch(binding)) return binding;
  const others = schemasOf(block, { method, segments, match: { kind: 'none' } }, context);
  const bare = withoutMatch(binding, catalogue);
  if (!others.request && !others.response) return bare;
  const bodies = { body: bindBody(block, others.request), responseBody: bindResponse(block, others.response) };
  return { ...bare, ...bodies, schemas: others };
}

/**
 * Returns the JSON Schemas that `rulebook.json` names for the bodies of a request. What documents say of an operation comes first; a description
 * says less of its bodies than a schema that is named for them.
 */
function schemasOf(
  { request, response, association }: Block,
  { method, segments, match }: Pick<Binding, 'method' | 'segments' | 'match'>,
  { services }: CheckContext,
): NonNullable<Binding['schemas']> {
  if (request === undefined || services === undefined) return {};
  const isDocumented =
    (match.kind === 'operation' || match.kind === 'former-path') && match.operation.provenance.kind !== 'described';
  if (isDocumented || association?.operation !== undefined) return {};
  const typeIn = (headers: readonly HeaderField[]): string | undefined => {
    const field = headerOf({ headers }, 'content-type');
    return field?.hasPlaceholder === true ? undefined : field?.value?.text;
  };
  return {
    request: schemaFor({ method, segments, contentType: typeIn(request.headers), of: 'request' }, services),
    response:
      response && schemaFor({ method, segments, contentType: typeIn(response.headers), of: 'response' }, services),
  };
}

/** Returns the variables of the head that are responses, or that the file defines as something that cannot be there. */
function strayVariablesOf({ headVariables }: RequestSyntax, definitions: Definitions): Binding['strayVariables'] {
  const stray = headVariables?.filter(({ name, isLast }) => {
    if (isResponseReference(name)) return true;
    const value = resolved(`{{${name}}}`, definitions);
    return value !== undefined && meaningInHead(value, isLast).kind === 'none';
  });
  return stray?.length === 0 ? undefined : stray;
}

function isResponseReference(name: string): boolean {
  return /^[\w-]+\.response\.(?:body|headers)/.test(name);
}

/** Returns the binding of a request of which nothing is known. */
function withoutMatch(
  { block, request, method, destination, segments, strayVariables }: Binding,
  catalogue: Catalogue,
): Binding {
  const headers = bindHeaders(request, undefined, undefined, catalogue);
  return {
    strayVariables,
    block,
    request,
    method,
    destination,
    match: { kind: 'none' },
    segments,
    path: [],
    query: [],
    unknownQuery: [],
    ...headers,
    cookies: [],
  };
}

/** Returns the vendor of the servers that a request goes to, as far as it is known. */
function vendorOf(
  { endpoint, destination, service }: Pick<Binding, 'endpoint' | 'destination' | 'service'>,
  { rehearsals }: CheckContext,
): string | undefined {
  const taken = service && rehearsals?.get(service.id)?.vendor;
  return taken ?? (endpoint === undefined ? publicVendor(destination, service) : endpoint.vendor);
}

function publicVendor(destination: Destination, service: Service | undefined): string | undefined {
  const host = destination.kind === 'url' ? readBaseUrl(destination.base)?.host : undefined;
  return host === undefined ? undefined : service?.publicHosts?.find((known) => known.host === host)?.vendor;
}

/** Returns the endpoint of a block's request, without reading its body; undefined when it is not known. */
export function endpointOfBlock(
  block: Block,
  context: CheckContext,
  catalogue: Catalogue,
  definitions: Definitions = noDefinitions,
): Endpoint | undefined {
  return block.request && locate(block, block.request, context, catalogue, definitions).endpoint;
}

/** Where a request goes, as far as its file and the configuration say. */
export type WayOut =
  | { readonly kind: 'endpoint'; readonly endpoint: Endpoint }
  /** Elsewhere: the scheme and the host. */
  | { readonly kind: 'origin'; readonly origin: string }
  /** The value of a variable decides, which no one here knows: what is in the place of the host. */
  | { readonly kind: 'variable'; readonly written: string }
  /** It is a path for which there is no endpoint. */
  | { readonly kind: 'nowhere' };

/** Returns where the request of a block goes; undefined for a block without a request. */
export function wayOutOfBlock(
  block: Block,
  context: CheckContext,
  catalogue: Catalogue,
  definitions: Definitions = noDefinitions,
): WayOut | undefined {
  const { request } = block;
  if (request === undefined) return undefined;
  const { endpoint } = locate(block, request, context, catalogue, definitions);
  if (endpoint !== undefined) return { kind: 'endpoint', endpoint };
  const destination = destinationOf(block, request, definitions, context.endpoints);
  if (destination.kind === 'open') return { kind: 'variable', written: destination.written.text };
  if (destination.kind === 'path') return { kind: 'nowhere' };
  const [origin] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(destination.base) ?? [];
  return origin === undefined ? { kind: 'nowhere' } : { kind: 'origin', origin: origin.replace(/\/\/[^@]*@/, '//') };
}

/** Returns what a block's request line matches, without reading its body; undefined for a block without a request. */
export function matchOfBlock(
  block: Block,
  context: CheckContext,
  catalogue: Catalogue,
  definitions: Definitions = noDefinitions,
): OperationMatch | undefined {
  return block.request && locate(block, block.request, context, catalogue, definitions).match;
}

const noDefinitions: Definitions = new Map();

/** Determines the operation and service of a request, and its endpoint. */
function locate(...[block, request, context, catalogue, definitions]: Parameters<typeof locateAnew>): Located {
  const find = (): Located => locateAnew(block, request, context, catalogue, definitions);
  // What a server receives goes to the endpoint that it is, whatever the header fields are, and alike requests have one target.
  const name =
    block.isSent === true && definitions === noDefinitions ? directiveOf(block, 'endpoint')?.text : undefined;
  if (name === undefined || name === '') return find();
  return receivedIn(context).of(request.target, [catalogue, methodOf(request), name], find);
}

type Located = ReturnType<typeof locateAnew>;

const maxReceived = 500;
const receivedIn = perObject((_: CheckContext) => createMemo<RequestTarget, Located>({ most: maxReceived }));

function locateAnew(
  block: Block,
  request: RequestSyntax,
  context: CheckContext,
  catalogue: Catalogue,
  definitions: Definitions,
) {
  const method = methodOf(request);
  const destination = destinationOf(block, request, definitions, context.endpoints);
  const name = endpointNameOf(block, destination, definitions);
  const named =
    context.endpoints.find((endpoint) => endpoint.name === name) ?? endpointAt(destination, request, context);
  const isByName = block.association?.isByName === true;
  const place = { method, request, destination, endpoint: named, context, catalogue, isByName };
  const { segments, found, isOnlyService, rivals, passedOver } = locateOperation(place);
  const { match, service, parameters } = knownOperation(block, catalogue) ?? found;
  // A request that names an unknown endpoint must not go to the default one.
  const isNamed = name !== undefined;
  const hasDefault = service !== undefined && destination.kind === 'path' && !isNamed && rivals === undefined;
  const endpoint = named ?? (hasDefault ? defaultEndpointOf(service, context) : undefined);
  const isOnly = isOnlyService === true && service === found.service;
  const vendor = vendorOf({ endpoint, destination, service }, context);
  const version = (service && context.rehearsals?.get(service.id)?.version) ?? endpoint?.version;
  const whole = withDescription(match, service, catalogue, { vendor, version });
  const possible = rivals?.flatMap(
    (one) => defaultEndpointOf(one, context) ?? context.endpoints.find(({ service: id }) => id === one.id) ?? [],
  );
  const left = isNamed || passedOver === undefined ? undefined : defaultEndpointOf(passedOver, context);
  return {
    method,
    segments,
    match: whole,
    service,
    parameters,
    endpoint,
    destination,
    namedEndpoint: name,
    passedOver: left,
    isOnlyService: isOnly ? isOnlyService : undefined,
    rivals: isNamed ? undefined : possible,
  };
}

/** Returns the match with what the published description adds to its operation. */
function withDescription(
  match: OperationMatch,
  service: Service | undefined,
  catalogue: Catalogue,
  target: FallbackTarget,
): OperationMatch {
  if (service === undefined || (match.kind !== 'operation' && match.kind !== 'former-path')) return match;
  const operation = mergedOperation(match.operation, service, catalogue, target);
  return operation === match.operation ? match : { ...match, operation };
}

/** Returns the method with which a request is sent; `GET` when its line has none. */
function methodOf(request: RequestSyntax): string {
  if (isChannel(request)) return 'GET';
  const { method } = request;
  const written = method?.text.toUpperCase() ?? 'GET';
  // `GRAPHQL` marks the form of the body; such documents are sent by POST.
  return written === 'GRAPHQL' ? 'POST' : written;
}

/** Returns the operation that a response file names: its path may contain variables that no template matches. */
function knownOperation({ association }: Block, catalogue: Catalogue): MatchedPath | undefined {
  const known = association?.operation === undefined ? undefined : operationById(catalogue, association.operation);
  return known && { ...known, match: { kind: 'operation', operation: known.operation }, parameters: new Map() };
}

function bindBody(block: Block, operation: Operation | undefined): BoundValue | undefined {
  const body = block.request?.body;
  // Of a document of GraphQL, what follows is JSON: the values of its variables.
  const root =
    body?.kind === 'json'
      ? body.values[0]
      : body?.kind === 'graphql' && operation?.id === graphqlOperationId
        ? body.values?.values[0]
        : undefined;
  if (!root || !operation?.body || hasLines(operation.body)) return undefined;
  const shape = shapeAtPointer(operation.body.shape, block.association?.at ?? '');
  const unknown = body?.kind === 'json' ? unknownPartsOf(block, body) : block.placeholders;
  return shape && bindValue(root, shape, unknown, body?.kind === 'graphql' ? 'variables' : undefined);
}

/**
 * Returns the places of values that are not known: those of variables, and of numbers with which words begin, such as `30d`. These are no values, and
 * reported as that.
 */
function unknownPartsOf({ text, placeholders }: Block, { problems }: JsonBody): readonly Placeholder[] {
  if (problems.length === 0) return placeholders;
  const words = problems
    .filter(
      ({ code, span: { start } }) =>
        code === 'malformed-json' && /^[\d.][\w.+-]/.test(text.slice(start - 1, start + 1)),
    )
    .map(({ span: { start } }): Placeholder => ({ name: '', span: { start: start - 1, end: start } }));
  if (words.length === 0) return placeholders;
  return [...placeholders, ...words].sort((one, other) => one.span.start - other.span.start);
}

function bindBodyLines(block: Block, operation: Operation | undefined): readonly BoundLine[] | undefined {
  const body = block.request?.body;
  if (body?.kind !== 'json' || !hasLines(operation?.body)) return undefined;
  return bindLines({ nodes: body.values, placeholders: unknownPartsOf(block, body), text: block.text }, operation.body);
}

function bindResponse({ response, placeholders }: Block, operation: Operation | undefined): BoundValue | undefined {
  const root = response?.body?.kind === 'json' ? response.body.values[0] : undefined;
  const spec = operation && response && responseFor(operation, response.status.text);
  return root && spec?.shape && bindValue(root, spec.shape, placeholders);
}
