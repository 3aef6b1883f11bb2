import { Table } from '@rulebook/sandbox/table';
import { perObject } from '@rulebook/text/structures/memo';
import type { HookRecord } from './hook-record';

/** The configuration by which hooks are compared as duplicates. */
export type HookConfig = Pick<HookRecord, 'url' | 'contentType' | 'insecureSsl' | 'secret'>;

interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

/** Ids of hooks in groups. */
type Groups = Table<Table<number>>;

/**
 * The webhooks of all repositories, indexed by repository, by subscribed event, and by configuration.
 */
export class HookTable {
  readonly records: Table<HookRecord>;
  readonly #groups: Groups;

  private constructor(records: Table<HookRecord>, groups: Groups) {
    this.records = records;
    this.#groups = groups;
  }

  /** Returns a table of these hooks. */
  static from(hooks: Iterable<HookRecord>): HookTable {
    let table = new HookTable(Table.empty(), Table.empty());
    for (const hook of hooks) table = table.with(hook);
    return table;
  }

  get(id: number): HookRecord | undefined {
    return this.records.get(String(id));
  }

  /** Returns a table with the hook, in place of one of the same id. */
  with(hook: HookRecord): HookTable {
    const id = String(hook.id);
    const before = this.records.get(id);
    const [old, own] = [before ? groupsOf(before) : [], groupsOf(hook)];
    let groups = this.#groups;
    for (const name of old) if (!own.includes(name)) groups = leave(groups, name, id);
    for (const name of own) if (!old.includes(name)) groups = join(groups, name, id, hook.id);
    return new HookTable(this.records.with(id, hook), groups);
  }

  /** Returns a table without the hook. */
  without(hook: HookRecord): HookTable {
    const id = String(hook.id);
    const groups = groupsOf(hook).reduce((left, name) => leave(left, name, id), this.#groups);
    return new HookTable(this.records.without(id), groups);
  }

  /** Returns the ids of a repository's hooks, oldest first. */
  idsOf(repository: RepositoryName): readonly number[] {
    return this.#idsIn(groupOf(repository));
  }

  /** Returns the hooks of a repository that are subscribed to an event by its name. */
  subscribed(repository: RepositoryName, event: string): readonly HookRecord[] {
    return this.#in(groupOf(repository, 'event', event));
  }

  /** Returns the hooks of a repository that have the same configuration as one. */
  alike(hook: RepositoryName & HookConfig): readonly HookRecord[] {
    return this.#in(groupOf(hook, 'config', configKey(hook)));
  }

  /** Makes `JSON.stringify` write the hooks by their ids. */
  toJSON(): Readonly<Record<string, HookRecord>> {
    return this.records.toJSON();
  }

  #in(group: string): readonly HookRecord[] {
    return this.#idsIn(group).flatMap((id) => this.get(id) ?? []);
  }

  #idsIn(group: string): readonly number[] {
    const ids = this.#groups.get(group);
    return ids ? inOrder(ids) : [];
  }
}

const inOrder = perObject((ids: Table<number>): readonly number[] => [...ids.values()].sort((a, b) => a - b));

function groupsOf(hook: HookRecord): readonly string[] {
  return [
    groupOf(hook),
    groupOf(hook, 'config', configKey(hook)),
    ...hook.events.map((event) => groupOf(hook, 'event', event)),
  ];
}

function groupOf({ owner, repo }: RepositoryName, ...more: readonly string[]): string {
  return JSON.stringify([owner.toLowerCase(), repo.toLowerCase(), ...more]);
}

function configKey({ url, contentType, insecureSsl, secret }: HookConfig): string {
  return JSON.stringify([url, contentType, insecureSsl, secret]);
}

function join(groups: Groups, name: string, key: string, id: number): Groups {
  return groups.with(name, (groups.get(name) ?? Table.empty<number>()).with(key, id));
}

function leave(groups: Groups, name: string, key: string): Groups {
  const left = (groups.get(name) ?? Table.empty<number>()).without(key);
  return left.size === 0 ? groups.without(name) : groups.with(name, left);
}
