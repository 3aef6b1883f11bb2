import type { FileRule } from '@rulebook/checker/rules/rule';
import { code } from '@rulebook/checker/rules/support/wording';
import { aliasUse, type AliasStep } from './support/alias-use';

type Added = Extract<AliasStep, { readonly does: 'add' }> & { readonly block: number };

/** What the requests above have made: aliases by their names and those of their indices, and indices. */
interface Known {
  readonly aliases: Map<string, Map<string, Added>>;
  /** No alias can have the name of an index. */
  readonly indices: Set<string>;
}

/** Reports an alias in a place where servers take none, or not this one. */
export const misusedAlias: FileRule = {
  id: 'misused-alias',
  scope: 'file',
  concernsSingle: (summary) => aliasUse.in(summary)?.steps.some(({ does }) => does === 'add') === true,
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports an alias, made by a request above, where servers need an index: to delete it, to create it or to give it an alias. Also reports a request for one document by an alias with several indices, a `routing` that is not the one of the alias, and an alias with the name of an index.',
    why: 'Servers refuse such a request. A document is read from one index, and written into the index of the alias that is for writes.',
    remedy:
      'Name the index itself. To write through an alias with several indices, set `is_write_index` of one of them. Leave out `routing` where the alias has one. Give the alias a name of its own.',
  },
  summary: aliasUse,
  groupOf(summary) {
    const use = aliasUse.in(summary);
    return use === undefined ? undefined : `server ${use.server}`;
  },
  check({ summaries }, report) {
    const known: Known = { aliases: new Map(), indices: new Set() };
    summaries.forEach((summary, block) => {
      const use = aliasUse.in(summary);
      for (const step of use?.steps ?? []) {
        const found = problemOf(step, known);
        if (use !== undefined && found !== undefined && 'span' in step) {
          const { message, alias } = found;
          const related =
            alias === undefined || alias.block === block
              ? []
              : [{ message: 'The alias is made here.', span: alias.span, block: alias.block - block }];
          report(block, { message, span: step.span, provenance: use.provenance, related });
        } else follow(step, block, known);
      }
    });
  },
};

function follow(step: AliasStep, block: number, { aliases, indices }: Known): void {
  switch (step.does) {
    case 'forget':
      aliases.clear();
      indices.clear();
      break;
    case 'add': {
      const own = aliases.get(step.alias) ?? new Map<string, Added>();
      aliases.set(step.alias, own.set(step.index, { ...step, block }));
      break;
    }
    case 'remove':
      aliases.get(step.alias)?.delete(step.index);
      break;
    case 'create':
      indices.add(step.index);
      break;
    case 'delete':
      indices.delete(step.index);
      for (const own of aliases.values()) own.delete(step.index);
      break;
    case 'change':
    case 'read':
    case 'write':
  }
}

function problemOf(step: AliasStep, known: Known): { readonly message: string; readonly alias?: Added } | undefined {
  if (step.does === 'add') {
    const isTaken = step.alias === step.index || known.indices.has(step.alias);
    return isTaken ? { message: `${code(step.alias)} is an index, so no alias can have this name.` } : undefined;
  }
  const name = 'name' in step ? step.name : 'index' in step ? step.index : '';
  const indices = [...(known.aliases.get(name)?.values() ?? [])];
  const [alias] = indices;
  if (alias === undefined) return undefined;
  switch (step.does) {
    case 'create':
      return { alias, message: `${code(name)} is an alias here, so no index can have this name.` };
    case 'delete':
    case 'change':
      return { alias, message: `${code(name)} is an alias here. Servers need the name of an index.` };
    case 'read':
      if (indices.length < 2) return undefined;
      return { alias, message: `The alias ${code(name)} has several indices. A document is read from one.` };
    case 'write': {
      const { routing } = indices.length === 1 ? alias.says : {};
      if (routing !== undefined && step.routing !== undefined && routing !== step.routing)
        return { alias, message: `The alias ${code(name)} has the routing ${code(routing)}. Leave this one out.` };
      if (indices.length < 2 || indices.some(({ says }) => says.isForWrites)) return undefined;
      return { alias, message: `None of the indices of the alias ${code(name)} is for writes.` };
    }
    default:
      return undefined;
  }
}
