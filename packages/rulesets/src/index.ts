export { readRuleset } from './read-ruleset';
