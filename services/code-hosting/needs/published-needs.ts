import type { Access } from '@rulebook/catalogue/need';
import type { CompiledDescription, CompiledNeed, CompiledOperation } from '@rulebook/description/compiled';

/** The source of the permissions: the published list of what fine-grained tokens need. */
const permissionsSource = { title: 'Permissions of fine-grained tokens', version: '2026-03-10' } as const;

/**
 * Returns the description with what its operations need. `permissions` are lines of a request line, a tab and permissions: `&` all of them,
 * `|` any one, `~` not known which, `?` for workflow files only, and ` +` for a further one that is not named; `titles` are lines of a name and a title.
 * `document` is what was compiled, whose texts name the scopes of classic tokens.
 */
export function withGithubNeeds(
  description: CompiledDescription,
  { permissions, titles, document }: { permissions: string; titles: string; document: unknown },
): CompiledDescription {
  const titleOf = new Map(rowsOf(titles));
  const needed = new Map(rowsOf(permissions));
  return {
    ...description,
    needSources: [permissionsSource],
    operations: description.operations.map((operation) => {
      const needs = [
        ...permissionsOf(needed.get(`${operation.methods[0] ?? ''} ${operation.path}`), titleOf),
        ...scopesOf(textOfOperation(document, operation)),
      ];
      return needs.length === 0 ? operation : { ...operation, needs };
    }),
  };
}

function rowsOf(lines: string): readonly (readonly [string, string])[] {
  return lines.split('\n').flatMap((line) => {
    const [key = '', value = ''] = line.split('\t');
    return key === '' ? [] : [[key, value] as const];
  });
}

function permissionsOf(text: string | undefined, titleOf: ReadonlyMap<string, string>): readonly CompiledNeed[] {
  if (text === undefined) return [];
  const isMore = text.endsWith(' +');
  const rest = isMore ? text.slice(0, -2) : text;
  const need = (names: readonly string[], access: string, facts: Partial<CompiledNeed> = {}): CompiledNeed => ({
    kind: 'permission',
    names,
    titles: names.map((name) => titleOf.get(name) ?? name),
    access: accessOf(access),
    source: 0,
    ...facts,
  });
  const parts = rest.split(/ [&|~] /).map((part) => part.split(':') as [string, string]);
  const [first = ['', '']] = parts;
  const names = parts.map(([name]) => name);
  if (rest.includes(' | ')) return [need(names, first[1])];
  if (rest.includes(' ~ ')) {
    // Each is said for itself, since their accesses may differ.
    return parts.map(([name, access]) => need([name], access, { certainty: 'unclear' }));
  }
  return parts.map(([name, access], position) =>
    need([name], access.replace('?', ''), {
      ...(access.endsWith('?') && { condition: 'a workflow file is written' }),
      ...(isMore && position === 0 && { certainty: 'incomplete' as const }),
    }),
  );
}

function accessOf(text: string): Access {
  return text === 'write' || text === 'admin' ? text : 'read';
}

const scopeSentence = /\(classic\) needs? the ((?:`[\w:]+`(?:,? (?:or|and) |, )?)+) scopes?/;

/** Returns what classic tokens need, where the text of an operation says so. */
function scopesOf(text: string): readonly CompiledNeed[] {
  const [, list = ''] = scopeSentence.exec(text) ?? [];
  const names = [...list.matchAll(/`([\w:]+)`/g)].map(([, name = '']) => name);
  if (names.length === 0) return [];
  return list.includes(' and ') ? names.map((name) => ({ kind: 'scope', names: [name] })) : [{ kind: 'scope', names }];
}

function textOfOperation(document: unknown, { path, methods }: CompiledOperation): string {
  const { paths } = document as { paths?: Record<string, Record<string, { description?: string }>> };
  return paths?.[path]?.[(methods[0] ?? '').toLowerCase()]?.description ?? '';
}
