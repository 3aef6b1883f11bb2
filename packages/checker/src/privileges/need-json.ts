import { placeInSource, sourceName } from '@rulebook/catalogue/source-names';
import type { RequestNeed } from './request-needs';

/** Returns a need as the JSON that the command line promises to scripts. */
export function needJson(need: RequestNeed): Readonly<Record<string, unknown>> {
  const { kind, names, titles, access, action, target, on, remote, condition, certainty, provenance } = need;
  return {
    kind,
    anyOf: names,
    ...(titles && { titles }),
    ...(access && { access }),
    ...(action !== undefined && { action }),
    target,
    on,
    ...(remote !== undefined && { remote }),
    ...(condition !== undefined && { condition }),
    ...(certainty && { certainty }),
    document: sourceName(provenance),
    section: placeInSource(provenance) ?? null,
    layer: provenance.kind,
  };
}
