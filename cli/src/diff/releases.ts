import { createEngine } from '@rulebook/engine';
import { newerThanKnown } from '@rulebook/engine/rehearsal';
import { surfaceOfService, type Surface } from '@rulebook/changes';
import { createCatalogues, type Service } from '@rulebook/services';
import { createDescriptionLoader } from '@rulebook/node/shipped-descriptions';
import { refused, type Refusal } from '@rulebook/sender/plan';
import { sayOnError } from '../exit-codes';
import type { ComparedSide } from './sides';

/** A release of a service that is built in. */
export interface Release {
  readonly title: string;
  readonly surface: Surface;
  readonly compared: ComparedSide;
  /** What is not known of it, as a sentence without its end. */
  readonly note?: string;
}

/** Returns the two releases that a text names, such as `es@8.19..9.5`; undefined where it names none. */
export function releasesIn(subject: string): readonly [string, string] | undefined {
  const [, name = '', from = '', to = ''] = /^([a-z][\w-]*)@([\w.-]+?)\.\.(?:\1@)?([\w.-]+)$/i.exec(subject) ?? [];
  return to === '' ? undefined : [`${name}@${from}`, `${name}@${to}`];
}

/** Returns whether a text names a release of a service. */
export function isRelease(subject: string): boolean {
  return /^[a-z][\w-]*@[\w.-]+$/i.test(subject);
}

/** Returns a release of a service that is built in; why there is none otherwise. */
export function readRelease(subject: string): Release | Refusal {
  const [name = '', version = ''] = subject.split('@');
  const { catalogue } = createEngine();
  const found = namedService(catalogue.services, name);
  if (found === undefined) {
    const names = catalogue.services.flatMap(({ fallbackDescriptions = [] }) =>
      fallbackDescriptions.map(({ vendor }) => vendor),
    );
    return refused(
      `${name} is not a service of Rulebook; name one of ${names.join(', ')}, or the file of a description`,
    );
  }
  const { service, vendor, title } = found;
  const dates = service.interfaceVersions?.ends.map((one) => one.version).sort() ?? [];
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(version) && dates.length > 0;
  const newest = dates[dates.length - 1];
  const isNext = version === 'next' && newest !== undefined;
  const release = versionOf(version);
  if (!isDate && !isNext && release === undefined)
    return refused(
      `${version} is not a version of ${title}; write ${name}@9.0 or ${name}@9.0.1${newest === undefined ? '' : `, a date such as ${newest}, or next`}`,
    );
  const whole = createCatalogues(catalogue, createDescriptionLoader(sayOnError))({}).whole;
  const target = { vendor, ...(release && !isDate && { version: release }) };
  const at = whole?.(service, target) ?? service;
  const shown = isNext ? newest : version;
  const note = release === undefined || isDate ? undefined : newerThanKnown(release, service, vendor);
  return {
    ...(note !== undefined && { note }),
    title: `${name}@${shown}`,
    surface: surfaceOfService(at, isDate || isNext ? { interfaceVersion: shown } : { version: release }),
    compared: { kind: 'release', service: service.id, vendor, ...(release && !isDate && { version: release }) },
  };
}

interface Named {
  readonly service: Service;
  readonly vendor: string;
  readonly title: string;
}

/** By its id, by a vendor of it, or by the first letters of the two words of a vendor's name. */
function namedService(services: readonly Service[], name: string): Named | undefined {
  const wanted = name.toLowerCase();
  const all = services.flatMap((service) =>
    (service.fallbackDescriptions ?? []).map(({ vendor, isDefault, product }) => ({
      ...{ service, vendor, title: product ?? upperFirst(vendor) },
      isOwn: service.id === wanted && isDefault === true,
    })),
  );
  const exact = all.find(({ vendor, isOwn }) => vendor === wanted || isOwn);
  if (exact !== undefined || wanted.length !== 2) return exact;
  const short = all.filter(
    ({ vendor }) => vendor.startsWith(wanted[0] ?? '') && vendor.slice(1).includes(wanted[1] ?? ''),
  );
  return short.length === 1 ? short[0] : undefined;
}

/** `9` stands for its first release. */
function versionOf(text: string): `${number}.${number}` | `${number}.${number}.${number}` | undefined {
  const [, major, minor = '0', patch] = /^v?(\d{1,4})(?:\.(\d{1,4})(?:\.(\d{1,4}))?)?$/.exec(text) ?? [];
  if (major === undefined) return undefined;
  const [one, two] = [Number(major), Number(minor)];
  return patch === undefined ? `${one}.${two}` : `${one}.${two}.${Number(patch)}`;
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
