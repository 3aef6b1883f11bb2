import type { Block } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { nodeSpan } from './support/bound-values';
import { valueOfConstrained } from './support/constrained';
import { propertiesOfObject, removeChild } from './support/json-edits';
import { defineConstraintRule } from './rule';
import { code, quoted } from './support/wording';
import { someOverlaps } from '@rulebook/text/search';
import { someMember } from './support/written-keys';

/** Reports a setting that is given twice, in different forms of its name. */
export const repeatedSetting = defineConstraintRule({
  id: 'repeated-setting',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a setting that is given more than once: with dots in its name, and in nested objects.',
    why: 'Both forms mean the same setting. It is not certain which value the service uses, and it can refuse the request.',
    remedy: 'Keep one of them; the quick fix removes the later one.',
  },
  passes: ({ options: { prefix } }) => ({
    // No setting has two names then.
    node: (node) =>
      !someMember(node, (key, value) => value?.type === 'object' || (prefix !== '' && key.startsWith(prefix))),
  }),
  check(element, { options, provenance }, { block }, report) {
    const node = valueOfConstrained(element)?.node;
    if (node?.type !== 'object' || (node.children?.length ?? 0) < 2) return;
    const first = new Map<string, Setting>();
    for (const setting of settingsIn(node, '', block)) {
      const name = setting.name.startsWith(options.prefix) ? setting.name : options.prefix + setting.name;
      const earlier = first.get(name);
      first.set(name, earlier ?? setting);
      // `duplicate-key` reports equal keys of one object.
      if (earlier === undefined || (earlier.parent === setting.parent && earlier.key.value === setting.key.value))
        continue;
      report({
        message: `The setting ${code(name)} is given twice.`,
        span: nodeSpan(setting.key),
        provenance,
        related: [{ message: 'The first one is here.', span: nodeSpan(earlier.key) }],
        fixes: () => [
          {
            title: `Remove this ${quoted(String(setting.key.value))}`,
            edits: [removeChild(block.text, setting.parent, setting.property)],
            isSafe: false,
          },
        ],
      });
    }
  },
});

/** Names of settings consist of few words. */
const deepest = 12;

interface Setting {
  readonly name: string;
  readonly key: JsonNode;
  readonly property: JsonNode;
  readonly parent: JsonNode;
}

/** Returns the settings below an object, with the names of the outer objects before theirs. */
function* settingsIn(parent: JsonNode, prefix: string, block: Block, depth = 0): Generator<Setting> {
  if (depth > deepest) return;
  for (const { key, property, value } of propertiesOfObject(parent)) {
    if (someOverlaps(block.placeholders, key.offset, key.offset + key.length)) continue;
    const name = `${prefix}${String(key.value)}`;
    if (value?.type === 'object') yield* settingsIn(value, `${name}.`, block, depth + 1);
    else yield { name, key, property, parent };
  }
}
