import { readRights, type GivenRights } from '@rulebook/checker/privileges';
import type { OwnKind } from '../configuration/own-files';
import type { ServerPorts } from '../ports/ports';

/** An endpoint with the file of its rights. */
interface NamedRights {
  readonly name: string;
  readonly path: string;
}

/** Returns how the rights are read that endpoints of the workspace name. */
export function givenRights(
  readInside: ServerPorts['readInside'],
): OwnKind<NamedRights, NamedRights & { readonly given: GivenRights }> {
  return {
    named: ({ endpoints }) =>
      endpoints.flatMap(({ name, rights }) => (rights === undefined ? [] : [{ name, path: rights }])),
    keyOf: ({ name, path }) => `${name} ${path}`,
    memberOf: ({ name }) => ['endpoints', name, 'rights'],
    ...(readInside && {
      read: async (root, named) => {
        const content = await readInside(root, named.path);
        const files = [content.uri];
        const given = 'cause' in content ? undefined : readRights(content.text, named.path);
        if (given !== undefined) return { files, value: { ...named, given }, problems: [] };
        const cause =
          'cause' in content ? `cannot be read: ${content.cause}` : 'hold no role descriptor and no permissions';
        return { files, problems: [{ message: `The rights \`${named.path}\` ${cause}.`, severity: 'error' }] };
      },
    }),
    checkWith: (base, all) => ({
      ...base,
      context: { ...base.context, rights: new Map(all.map(({ name, given }) => [name, given])) },
    }),
  };
}
