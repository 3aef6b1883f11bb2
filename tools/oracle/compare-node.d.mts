import type { Server } from './servers.mjs';
import type { Table } from './table.mjs';

export function compareNode(options: {
  readonly server?: Server;
  readonly seed: number;
  readonly words: readonly string[];
  readonly log: (line: string) => void;
}): Promise<Table & { readonly steps: readonly object[] }>;
