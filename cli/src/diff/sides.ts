import type { CheckOptions } from '@rulebook/engine';
import type { Service } from '@rulebook/services';

/** One side of a comparison: a description, or a release of a service that is built in. */
export type ComparedSide =
  | {
      readonly kind: 'description';
      /** Absolute path of its file; absent where it was read from elsewhere. */
      readonly path?: string;
      /** Returns its service under this name. */
      readonly serviceFor: (id: string) => Service;
    }
  | { readonly kind: 'release'; readonly service: string; readonly vendor?: string; readonly version?: string };

/** What a description is called in a folder that has no name for it. */
const unnamed = 'described';

/**
 * Returns the name that the service of two descriptions has in a folder: that of the description in `rulebook.json` which is one of both, or the only
 * one there.
 */
export function nameInFolder(
  sides: readonly ComparedSide[],
  descriptions: readonly { readonly service: { readonly id: string }; readonly path: string }[],
): string {
  const [first] = sides;
  if (first?.kind === 'release') return first.service;
  const named = descriptions.find(({ path }) =>
    sides.some((side) => side.kind === 'description' && side.path === path),
  );
  return (named ?? (descriptions.length === 1 ? descriptions[0] : undefined))?.service.id ?? unnamed;
}

/** Returns how the files of a folder are checked with one side: its requests go there as they did, and nothing else of the folder changes. */
export function optionsForSide(options: CheckOptions, side: ComparedSide, id: string): CheckOptions {
  const { context } = options;
  if (side.kind === 'release') {
    const target = { ...(side.vendor && { vendor: side.vendor }), ...(side.version && { version: side.version }) };
    const endpoints = context.endpoints.map((one) => (one.service === id ? { ...one, ...target } : one));
    const own = endpoints.find((one) => one.service === id);
    const added = { name: id, service: id, baseUrl: 'http://localhost', ...target };
    const all = own === undefined ? [...endpoints, added] : endpoints;
    const defaults = { ...context.defaults, [id]: context.defaults[id] ?? own?.name ?? added.name };
    return { ...options, context: { ...context, endpoints: all, defaults } as CheckOptions['context'] };
  }
  const service = side.serviceFor(id);
  const others = (context.services ?? []).filter((one) => one.id !== id);
  const isNamed = context.endpoints.some((one) => one.service === id);
  const urls = service.baseUrls?.length ? service.baseUrls : ['http://localhost'];
  const added = isNamed
    ? []
    : urls.map((baseUrl, index) => ({
        name: index === 0 ? id : `${id}-${index + 1}`,
        service: id,
        baseUrl: baseUrl.replace(/\/+$/, ''),
      }));
  const endpoints = [...context.endpoints, ...added];
  const first = endpoints.find((one) => one.service === id);
  return {
    ...options,
    context: {
      ...context,
      endpoints,
      services: [...others, service],
      defaults: { ...context.defaults, ...(first && { [id]: context.defaults[id] ?? first.name }) },
    },
  };
}
