import type { Version } from '@rulebook/catalogue/facts';
import type { Service } from '@rulebook/catalogue/service';
import { readVersion } from '@rulebook/checker/binding/target';

/** A release of a service that is known by itself. */
export interface Release {
  readonly service: Service;
  /** The value of `vendor` of an endpoint that has it. */
  readonly vendor: string;
  readonly version?: Version;
  /** The version of the interface that requests select. */
  readonly selects?: string;
  /** For people: `Elasticsearch 9.5`. */
  readonly title: string;
  /** What is not known of it, as a sentence without its end. */
  readonly note?: string;
}

/** A product whose releases can be named. */
interface NamedProduct {
  readonly service: Service;
  readonly vendor: string;
  readonly title: string;
  readonly names: readonly string[];
}

/** Reads the name of a release, such as `es@9.5`, `opensearch@3` or `github@2026-03-10`; otherwise says what is wrong, as half a sentence. */
export function readRelease(text: string, services: readonly Service[]): Release | { readonly cause: string } {
  const products = services.flatMap(productsOf);
  const [, name = '', version = ''] = /^([^@\s]+)@(\S+)$/.exec(text) ?? [];
  const known = products.map(({ names: [first = ''] }) => first).join(', ');
  if (name === '') return { cause: `write it as a product and its version, such as es@9.5; known are ${known}` };
  const product = products.find(({ names }) => names.includes(name.toLowerCase()));
  if (product === undefined) return { cause: `there is no product ${name}; use one of ${known}` };
  const { service, vendor, title } = product;
  const selected = selectedVersion(service, version);
  if (selected !== undefined) return { service, vendor, selects: selected, title: `${title} ${selected}` };
  const read = readVersion(version) ?? latestOf(version, product);
  if (read === undefined)
    return {
      cause: `${version} is not a version of ${title} that is known; use two numbers, such as ${exampleOf(product)}`,
    };
  const note = noteOfNewer(read, product);
  return {
    ...{ service, vendor, version: read, title: `${title} ${read.replace(/\.0$/, '')}` },
    ...(note !== undefined && { note }),
  };
}

/** Returns that a version of a product is newer than what is known, as a sentence without its end; undefined for one that is not. */
export function newerThanKnown(version: Version, service: Service, vendor: string): string | undefined {
  const product = productsOf(service).find((one) => one.vendor === vendor);
  return product && noteOfNewer(version, product);
}

function noteOfNewer(version: Version, product: NamedProduct): string | undefined {
  const newest = knownVersions(product).toSorted(byNumbers).at(-1);
  if (newest === undefined || byNumbers(majorMinor(version), majorMinor(newest)) <= 0) return undefined;
  const { title } = product;
  return `the newest version of ${title} that is known is ${majorMinor(newest)}, so that nothing is known of what is new in ${majorMinor(version)}`;
}

function majorMinor(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

function byNumbers(one: string, other: string): number {
  const [ones, others] = [one.split('.').map(Number), other.split('.').map(Number)];
  const at = [0, 1, 2].find((index) => (ones[index] ?? 0) !== (others[index] ?? 0)) ?? 0;
  return (ones[at] ?? 0) - (others[at] ?? 0);
}

function productsOf(service: Service): readonly NamedProduct[] {
  const { fallbackDescriptions = [], shownProducts = [], vendorNames } = service;
  return fallbackDescriptions.map(({ vendor }) => {
    const shown = shownProducts.find((one) => one.vendor === vendor);
    const title = shown?.title ?? vendorNames?.spellings[vendor] ?? vendor;
    return { service, vendor, title, names: [...(shown?.short === undefined ? [] : [shown.short]), vendor] };
  });
}

/** Versions that requests select are dates; `next` is the newest that is known. */
function selectedVersion({ interfaceVersions }: Service, text: string): string | undefined {
  if (interfaceVersions === undefined) return undefined;
  if (text !== 'next') return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
  return interfaceVersions.ends
    .map(({ version }) => version)
    .toSorted()
    .at(-1);
}

/** Returns the last release of a major version of which something is known. */
function latestOf(major: string, product: NamedProduct): Version | undefined {
  if (!/^\d{1,4}$/.test(major)) return undefined;
  const found = knownVersions(product).filter((version) => version.startsWith(`${major}.`));
  return found.toSorted((one, other) => Number(minorOf(one)) - Number(minorOf(other))).at(-1);
}

function exampleOf(product: NamedProduct): string {
  return knownVersions(product).at(-1)?.replace(/\.0$/, '') ?? '1.0';
}

function minorOf(version: Version): string {
  return version.split('.')[1] ?? '0';
}

function knownVersions({ service, vendor }: NamedProduct): readonly Version[] {
  const own = service.fallbackDescriptions?.find((one) => one.vendor === vendor);
  const ofBehaviours = own?.isDefault
    ? Object.values(service.behaviours ?? {}).flatMap(({ lastWithout, firstWith }) => [lastWithout, firstWith])
    : [];
  const texts = [...(own?.editions ?? []), own?.playedVersion, ...ofBehaviours];
  return texts.flatMap((text) => (text === undefined ? [] : (readVersion(text) ?? [])));
}
