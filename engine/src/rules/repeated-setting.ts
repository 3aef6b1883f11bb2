import type { Block, JsonNode } from '../syntax/model';
import { nodeSpan } from './support/bound-values';
import { valueOfConstrained } from './support/constrained';
import { propertiesOf, removeChild } from './support/json-edits';
import { defineConstraintRule } from './rule';
import { code } from './support/wording';
import { someOverlaps } from '../text/search';

/** Reports a setting that is given twice under different forms of its name. */
export const repeatedSetting = defineConstraintRule({
  id: 'repeated-setting',
  scope: 'constraint',
  severity: 'warning',
  docs: {
    what: 'Reports a setting that is given more than once, with dots in its name and in objects of objects.',
    why: 'Both forms mean the same setting. Which of the values counts is not certain, and the request can be refused.',
    remedy: 'Keep one of them.',
    valid: ['PUT /books\n\n{ "settings": { "index": { "number_of_shards": 1 }, "index.number_of_replicas": 0 } }\n'],
    invalid: [
      'PUT /books\n\n{ "settings": { "index": { "number_of_shards": 1 }, "index.number_of_shards": 2 } }\n',
      'PUT /books\n\n{ "settings": { "number_of_shards": 1, "index.number_of_shards": 2 } }\n',
    ],
  },
  check(element, { options, provenance }, { block }, report) {
    const node = valueOfConstrained(element)?.node;
    if (node?.type !== 'object' || (node.children?.length ?? 0) < 2) return;
    const first = new Map<string, Setting>();
    for (const setting of settingsIn(node, '', block)) {
      const name = setting.name.startsWith(options.prefix) ? setting.name : options.prefix + setting.name;
      const earlier = first.get(name);
      first.set(name, earlier ?? setting);
      // Equal keys of one object are another matter.
      if (earlier === undefined || (earlier.parent === setting.parent && earlier.key.value === setting.key.value))
        continue;
      report({
        message: `The setting ${code(name)} is given twice.`,
        span: nodeSpan(setting.key),
        provenance,
        related: [{ message: 'It is given here first.', span: nodeSpan(earlier.key), block: 0 }],
        fixes: () => [
          {
            title: `Remove this \`${String(setting.key.value)}\``,
            edits: [removeChild(block.text, setting.parent, setting.property)],
            isSafe: false,
          },
        ],
      });
    }
  },
});

/** Names of settings have few words. */
const deepest = 12;

interface Setting {
  readonly name: string;
  readonly key: JsonNode;
  readonly property: JsonNode;
  readonly parent: JsonNode;
}

/** Returns the settings below an object, with the names of the objects around them in front. */
function* settingsIn(parent: JsonNode, prefix: string, block: Block, depth = 0): Generator<Setting> {
  if (depth > deepest) return;
  for (const { key, property, value } of propertiesOf(parent)) {
    if (someOverlaps(block.holes, nodeSpan(key))) continue;
    const name = `${prefix}${String(key.value)}`;
    if (value?.type === 'object') yield* settingsIn(value, `${name}.`, block, depth + 1);
    else yield { name, key, property, parent };
  }
}
