import type { JsonNode } from '@rulebook/json/json-node';
import { nodeSpan } from './support/bound-values';
import { propertiesOfObject, removeChild } from './support/json-edits';
import type { BlockRule } from './rule';
import { code, quoted } from './support/wording';
import { childCount, keyAt, keysOf } from '@rulebook/json/placed-node';
import { someOverlaps } from '@rulebook/text/search';

/** Reports a key that appears twice in one object. */
export const duplicateKey: BlockRule = {
  id: 'duplicate-key',
  scope: 'block',
  category: 'file-syntax',
  severity: 'warning',
  docs: {
    what: 'Reports a key that appears more than once in an object.',
    why: 'JSON readers keep one of the values or refuse the body. It is not certain which value they keep.',
    remedy: 'Keep one of the members; the quick fix removes the later one.',
  },
  node(parent, { block, service }, report) {
    if (parent.type !== 'object' || !hasEqualKeys(parent)) return;
    const first = new Map<string, JsonNode>();
    for (const { key, property } of propertiesOfObject(parent)) {
      const name = String(key.value);
      // Keys with a placeholder can differ once they have a value.
      if (someOverlaps(block.placeholders, key.offset, key.offset + key.length)) continue;
      const earlier = first.get(name);
      if (earlier === undefined) {
        first.set(name, key);
        continue;
      }
      report({
        message: `The key ${code(name)} occurs twice in this object.`,
        span: nodeSpan(key),
        provenance: { kind: 'syntax' },
        ...(service?.equalKeysRefused && { isRefused: true }),
        related: [{ message: 'The first one is here.', span: nodeSpan(earlier) }],
        fixes: () => [
          { title: `Remove this ${quoted(name)}`, edits: [removeChild(block.text, parent, property)], isSafe: false },
        ],
      });
    }
  },
};

/** Few objects have equal keys, and most have few keys. */
function hasEqualKeys(object: JsonNode): boolean {
  const count = childCount(object);
  if (count > 12) {
    const keys = keysOf(object);
    return new Set(keys).size < keys.length;
  }
  for (let index = 1; index < count; index++) {
    const key = keyAt(object, index);
    for (let earlier = 0; earlier < index; earlier++) if (keyAt(object, earlier) === key) return true;
  }
  return false;
}
