import type { HouseRule, Ruleset } from './house';

/** Returns the rules of several rulesets in their order, with the severities that later ones change. */
export function combineRulesets(rulesets: readonly Ruleset[]): readonly HouseRule[] {
  let rules: readonly HouseRule[] = [];
  for (const { rules: added, changes } of rulesets) {
    rules = [...rules, ...added].flatMap((rule) => {
      const { name } = rule.provenance;
      const severity = Object.hasOwn(changes, name) ? changes[name] : undefined;
      if (severity === 'off') return [];
      return [severity === undefined ? rule : { ...rule, severity }];
    });
  }
  return rules;
}
