import { resolve } from 'node:path';
import { combineRulesets, type HouseRule, type Ruleset } from '@rulebook/services';
import { readInside } from '@rulebook/node/files/files';
import type { FolderSettings } from './configuration-file';

/** A ruleset that a `rulebook.json` names, as it was read. */
export interface NamedRuleset {
  /** As it is written in `rulebook.json`. */
  readonly written: string;
  /** Absolute. */
  readonly path: string;
  readonly read: (Ruleset & { readonly text: string }) | { readonly cause: string };
}

/** Reads the rulesets that a folder names. */
export async function readRulesets({ root, configuration }: FolderSettings): Promise<readonly NamedRuleset[]> {
  if (configuration.rulesets.length === 0) return [];
  // The reader of YAML is large, and most folders have no ruleset.
  const { readRuleset } = await import('@rulebook/rulesets');
  return Promise.all(
    configuration.rulesets.map(async (written) => {
      const content = await readInside(root, written);
      const read =
        'cause' in content
          ? { cause: content.cause }
          : { ...readRuleset(content.text, written.replace(/^\.\//, '')), text: content.text };
      return { written, path: resolve(root, written), read };
    }),
  );
}

/** Returns the rules of rulesets that could be read. */
export function houseRulesOf(rulesets: readonly NamedRuleset[]): readonly HouseRule[] {
  return combineRulesets(rulesets.flatMap(({ read }) => ('cause' in read ? [] : [read])));
}
