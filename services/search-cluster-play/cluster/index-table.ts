import { Table } from '@rulebook/sandbox/table';

/** What the table looks at in an index. */
interface Indexed {
  readonly aliases?: Readonly<Record<string, unknown>>;
  readonly follow?: unknown;
  readonly stream?: { readonly name: string };
  readonly leases: Readonly<Record<string, unknown>>;
}

/** What an index is for replication. */
type Role = 'follower' | 'leased';

/** The indices of a cluster in the order in which they were created, also by their aliases and by what replication does with them. */
export class IndexTable<Index extends Indexed> {
  readonly records: Table<Index>;
  readonly #groups: Table<Table<true>>;

  private constructor(records: Table<Index>, groups: Table<Table<true>>) {
    this.records = records;
    this.#groups = groups;
  }

  /** Returns a table of these indices. */
  static from<Index extends Indexed>(entries: Iterable<readonly [name: string, index: Index]>): IndexTable<Index> {
    let table = new IndexTable<Index>(Table.empty(), Table.empty());
    for (const [name, index] of entries) table = table.with(name, index);
    return table;
  }

  get(name: string): Index | undefined {
    return this.records.get(name);
  }

  has(name: string): boolean {
    return this.records.has(name);
  }

  /** Returns a table with the index, in place of one of the same name. */
  with(name: string, index: Index): IndexTable<Index> {
    const former = this.get(name);
    if (former === index) return this;
    // Most changes are to documents, and an index may have many aliases.
    const areAliasesKept = former !== undefined && former.aliases === index.aliases;
    const groupsOfOne = areAliasesKept ? rolesOf : groupsOf;
    const [old, own] = [new Set(former ? groupsOfOne(former) : []), new Set(groupsOfOne(index))];
    let groups = this.#groups;
    for (const group of old) if (!own.has(group)) groups = leave(groups, group, name);
    for (const group of own) if (!old.has(group)) groups = join(groups, group, name);
    return new IndexTable(this.records.with(name, index), groups);
  }

  /** Returns a table without the index. */
  without(name: string): IndexTable<Index> {
    const former = this.get(name);
    if (former === undefined) return this;
    const groups = groupsOf(former).reduce((left, group) => leave(left, group, name), this.#groups);
    return new IndexTable(this.records.without(name), groups);
  }

  /** Returns the names of the indices with an alias. */
  withAlias(alias: string): readonly string[] {
    return this.#namesIn(groupOfAlias(alias));
  }

  /** Returns the names of the indices of a data stream, in no order. */
  inStream(stream: string): readonly string[] {
    return this.#namesIn(groupOfStream(stream));
  }

  /** Returns the names of the followers, or of the indices that a follower holds a lease of. */
  inRole(role: Role): readonly string[] {
    return this.#namesIn(role);
  }

  entries(): readonly (readonly [name: string, index: Index])[] {
    return this.records.ordered();
  }

  #namesIn(group: string): readonly string[] {
    return (
      this.#groups
        .get(group)
        ?.ordered()
        .map(([name]) => name) ?? []
    );
  }
}

function groupsOf(index: Indexed): readonly string[] {
  return [...rolesOf(index), ...Object.keys(index.aliases ?? {}).map(groupOfAlias)];
}

function rolesOf({ follow, leases, stream }: Indexed): readonly string[] {
  const roles: readonly (Role | false)[] = [
    follow !== undefined && 'follower',
    Object.keys(leases).length > 0 && 'leased',
  ];
  return [...roles.filter((role) => role !== false), ...(stream ? [groupOfStream(stream.name)] : [])];
}

function groupOfStream(stream: string): string {
  return `stream ${stream}`;
}

function groupOfAlias(alias: string): string {
  return `alias ${alias}`;
}

function join(groups: Table<Table<true>>, group: string, name: string): Table<Table<true>> {
  return groups.with(group, (groups.get(group) ?? Table.empty<true>()).with(name, true));
}

function leave(groups: Table<Table<true>>, group: string, name: string): Table<Table<true>> {
  const left = (groups.get(group) ?? Table.empty<true>()).without(name);
  return left.size === 0 ? groups.without(group) : groups.with(group, left);
}
