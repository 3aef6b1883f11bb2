import { placeInSource, sourceName } from '@rulebook/catalogue/source-names';
import type { RequestNeed } from './request-needs';

/** Returns what every form of a need for other programs says. */
export function membersOfNeed({ kind, names, access, action, target, on, remote, condition, certainty }: RequestNeed) {
  return {
    kind,
    anyOf: names,
    ...(access && { access }),
    ...(action !== undefined && { action }),
    target,
    on,
    ...(remote !== undefined && { remote }),
    ...(condition !== undefined && { condition }),
    ...(certainty && { certainty }),
  };
}

/** Returns a need as the JSON that the command line promises to scripts. */
export function needJson(need: RequestNeed): Readonly<Record<string, unknown>> {
  const { titles, provenance } = need;
  const { kind, anyOf, ...others } = membersOfNeed(need);
  return {
    kind,
    anyOf,
    ...(titles && { titles }),
    ...others,
    document: sourceName(provenance),
    section: placeInSource(provenance) ?? null,
    layer: provenance.kind,
  };
}
