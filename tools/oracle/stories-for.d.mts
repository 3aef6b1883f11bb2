import type { Server } from './servers.d.mts';

/** A request of a story. */
export interface Step {
  readonly method: string;
  readonly path: string;
  readonly body?: { readonly mappings?: { readonly properties?: Readonly<Record<string, unknown>> } };
}

export function storiesFor(
  server: Server,
  options: { readonly seed: number; readonly words: readonly string[] },
): readonly { readonly area: string; readonly stories: () => readonly { readonly steps: readonly Step[] }[] }[];
