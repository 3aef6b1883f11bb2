import type { GraphqlReader } from '@rulebook/catalogue/graphql';
import type { QueryLanguages } from '@rulebook/catalogue/query-languages';
import type { Catalogue, Service, Fallback, FallbackTarget, GraphqlCatalogue } from '@rulebook/catalogue/service';
import type { Operation, RequestBody } from '@rulebook/catalogue/operation';
import { editionFor } from './editions';
import { createDescribedService, type ServiceParts } from './described-service';
import { graphqlSourceOf } from './graphql-source';
import { mergeBodies } from './merge-operations';
import { mergeDocumented, type LayeredService } from './merge-documented';
import type { PackedDescription } from './packed';
import { perObject } from '@rulebook/text/structures/memo';

/** Returns a compiled description of the package by its name; undefined where it is not available. It is called when it is needed first. */
export type LoadDescription = (name: string) => PackedDescription | undefined;

/** Returns what reads GraphQL. It is called when the first document is there. */
export type LoadGraphql = () => GraphqlReader;

/** Returns what reads queries in bodies. It is called when the first query is there. */
export type LoadQueries = () => QueryLanguages;

/** The services that hold in a folder in addition to those of the engine. The same object (by identity) means the same services. */
interface OwnServices {
  /** Services of `rulebook.json`. One with the id of a documented service takes the place of its published description. */
  readonly services?: readonly Service[];
}

/**
 * Returns a function from the services of a folder to the catalogue that holds there. The described operations of a service are loaded when
 * `whole` is called for it.
 */
export function createCatalogues(
  base: Catalogue,
  load: LoadDescription = () => undefined,
  loadGraphql?: LoadGraphql,
  loadQueries?: LoadQueries,
): (own: OwnServices) => Catalogue {
  const loaded = new Map<string, Service | undefined>();
  const described = (service: Service, name: string, bodies: Fallback['bodies'] = []): Service | undefined => {
    const key = `${service.id} ${name}`;
    if (!loaded.has(key)) {
      const compiled = load(name);
      const answers = compiled?.answers;
      const loadResponses = answers === undefined ? undefined : () => load(answers);
      const whole = compiled && createDescribedService(compiled, partsOfService(service), loadResponses);
      loaded.set(key, whole && withBodies(whole, new Map(bodies)));
    }
    return loaded.get(key);
  };
  const graphql = loadGraphql && createGraphql(load, loadGraphql);
  let languages: QueryLanguages | undefined;
  const queries = loadQueries && ((): QueryLanguages => (languages ??= loadQueries()));
  const catalogueWith = perObject((services: readonly Service[]) => ({
    ...catalogueOf(base, services, described),
    ...(graphql && { graphql: { ...graphql, ofFile: graphqlIn(services) } }),
    ...(queries && { queries }),
  }));
  return ({ services = none }) => catalogueWith(services);
}

const none: readonly Service[] = [];

/** Returns a described service with what else is known of some bodies, by their paths. */
function withBodies(service: Service, bodies: ReadonlyMap<string, RequestBody>): Service {
  if (bodies.size === 0) return service;
  const operations = service.operations.map((operation): Operation => {
    const body = bodies.get(operation.path);
    if (body === undefined) return operation;
    return Object.create(operation, {
      body: { get: () => mergeBodies(body, operation.body), enumerable: true },
    }) as Operation;
  });
  return { ...service, operations };
}

/** Knows the schemas of the package, each of which is unpacked when it is needed first. */
function createGraphql(load: LoadDescription, loadReader: LoadGraphql): Omit<GraphqlCatalogue, 'ofFile'> {
  let reader: GraphqlReader | undefined;
  const known = new Map<string, ReturnType<typeof graphqlSourceOf>>();
  return {
    reader: () => (reader ??= loadReader()),
    ofPackage: (name, service) => {
      if (known.has(name)) return known.get(name);
      const compiled = load(name);
      const source = compiled && graphqlSourceOf(compiled, { service });
      known.set(name, source);
      return source;
    },
  };
}

function graphqlIn(services: readonly Service[]): GraphqlCatalogue['ofFile'] {
  return (file) => services.find(({ graphql }) => graphql?.file === file)?.graphql?.source;
}

function catalogueOf(
  base: Catalogue,
  own: readonly Service[],
  described: (service: Service, name: string, bodies?: Fallback['bodies']) => Service | undefined,
): Catalogue {
  const isOfBase = ({ id }: Service): boolean => base.services.some((service) => service.id === id);
  const layered = perObject((upper: Service) =>
    perObject((lower: Service) => perObject((product: Partial<Fallback>) => mergeDocumented(upper, lower, product))),
  );
  /** By the vendor and version of a target: each request asks. */
  const known = perObject(
    (_service: Service) => new Map<string | undefined, Map<string | undefined, LayeredService>>(),
  );
  const below = (service: Service, { vendor, version }: FallbackTarget): Service | undefined => {
    if (vendor === 'none') return undefined;
    const replaced = own.find(({ id }) => id === service.id);
    if (replaced) return replaced;
    const wanted = productFor(service, { vendor });
    return wanted && described(service, descriptionName(wanted, version), wanted.bodies);
  };
  const layersOf = (service: Service, target: FallbackTarget): LayeredService | undefined => {
    if (!isOfBase(service)) return undefined;
    const { vendor, version } = target;
    const ofVendor = known(service).get(vendor) ?? new Map<string | undefined, LayeredService>();
    const kept = ofVendor.get(version);
    if (kept !== undefined) return kept;
    const lower = below(service, target);
    const layers =
      lower === undefined
        ? { whole: service, merged: unchanged }
        : layered(service)(lower)(productFor(service, target) ?? noProduct);
    known(service).set(vendor, ofVendor.set(version, layers));
    return layers;
  };
  const schemas = own.filter(({ bodySchema }) => bodySchema !== undefined);
  return {
    documents: base.documents,
    ...(schemas.length > 0 && { schemas }),
    services: [
      ...base.services,
      ...own.filter(
        (service) => !isOfBase(service) && service.bodySchema === undefined && service.graphql === undefined,
      ),
    ],
    whole: (service, target = {}) => layersOf(service, target)?.whole ?? service,
    merged: (operation, service, target) => layersOf(service, target)?.merged(operation) ?? operation,
  };
}

/** What differs nowhere from the service. */
const noProduct: Partial<Fallback> = {};

function productFor({ fallbackDescriptions }: Service, { vendor }: FallbackTarget): Fallback | undefined {
  return fallbackDescriptions?.find((one) =>
    vendor === undefined ? one.isDefault === true : one.vendor === vendor.toLowerCase(),
  );
}

function unchanged(operation: Operation): Operation {
  return operation;
}

function partsOfService({ id, title, namedShapes }: Service): ServiceParts {
  return { id, title, namedShapes };
}

/** Returns the name under which the description is loaded: `github`, or `github@3.18` for an edition. */
function descriptionName({ description, editions = [] }: Fallback, version: string | undefined): string {
  const edition = version === undefined ? undefined : editionFor(editions, version);
  return edition === undefined ? description : `${description}@${edition}`;
}
