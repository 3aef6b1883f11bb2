import type { Version } from '@rulebook/catalogue/facts';
import type { Fallback, Service } from '@rulebook/catalogue/service';
import { readVersion } from '@rulebook/checker/binding/target';
import { behavesSo, productOf, valuesFor, type VendorTarget } from '@rulebook/checker/binding/vendor-facts';
import type { BehaviourName } from '@rulebook/search-cluster/facts/behaviours';
import { fieldTypes, typeField } from '@rulebook/search-cluster/facts/mappings/field-types';
import type { ClusterInput } from './call';
import { searchCluster } from '@rulebook/search-cluster/facts/service';

/** The version that is played unless the sandbox is started with another one. */
const usualVersion: Version = '8.15.0';

/** What the clusters are played as. */
export interface Edition {
  readonly version: Version;
  /** What is known of the product; absent for that of the documents. */
  readonly product: Fallback | undefined;
  readonly service: Service;
  readonly target: VendorTarget;
}

/** Returns the version and the product that a sandbox was started with. */
export function editionOf({ nodeSettings = {} }: Pick<ClusterInput, 'nodeSettings'>): Edition {
  const { service = searchCluster, clusterProduct: vendor, clusterVersion } = nodeSettings;
  const known = productOf({ service, vendor });
  const product = known?.madeFrom === undefined ? undefined : known;
  const version = readVersion(clusterVersion ?? '') ?? product?.playedVersion ?? usualVersion;
  return { version, product, service, target: { service, vendor, version } };
}

/** Returns the names of the types of fields that the played product knows. */
export function typesOf({ product, target }: Edition): ReadonlySet<string> {
  const { shape } = typeField;
  if (product === undefined || shape.type !== 'string' || shape.values === undefined) return fieldTypes;
  return new Set(valuesFor(shape.values, target).values.map(({ value }) => String(value)));
}

/** Returns whether the played servers behave so. */
export function behaves(input: Pick<ClusterInput, 'nodeSettings'>, name: BehaviourName): boolean {
  return behavesSo(name, editionOf(input).target) === true;
}
