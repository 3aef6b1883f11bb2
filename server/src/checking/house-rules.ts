import { combineRulesets, type Ruleset } from '@rulebook/services';
import type { OwnKind } from '../configuration/own-files';
import type { ServerPorts } from '../ports/ports';

/** Returns how the rulesets are read that folders of the workspace name. */
export function houseRules(readInside: ServerPorts['readInside']): OwnKind<string, Ruleset> {
  return {
    named: ({ rulesets }) => rulesets,
    keyOf: (path) => path,
    memberOf: (_, index) => ['rulesets', index],
    ...(readInside && {
      read: async (root, path) => {
        const content = await readInside(root, path);
        const files = [content.uri];
        if ('cause' in content) {
          const message = `The ruleset \`${path}\` cannot be read: ${content.cause}.`;
          return { files, problems: [{ message, severity: 'error' }] };
        }
        const { readRuleset } = await import('@rulebook/rulesets');
        const ruleset = readRuleset(content.text, path.replace(/^\.\//, ''));
        const problems = ruleset.problems.map((problem) => ({ ...problem, uri: content.uri }));
        return { files, value: ruleset, problems };
      },
    }),
    checkWith: (base, rulesets) => ({
      ...base,
      context: { ...base.context, houseRules: combineRulesets(rulesets) },
    }),
  };
}
