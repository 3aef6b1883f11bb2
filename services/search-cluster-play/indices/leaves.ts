import { isRecord } from '@rulebook/json/is-record';
import { longestLeaf } from '@rulebook/search-cluster/facts/mappings/flattened-field';
import { flattenedOption, isFlatObject, type MappedField } from './fields';
import { literalOf } from './literals';
import { problem, type Problem } from './problem';
import { byteLength } from '@rulebook/text/byte-length';

/** A leaf of a flattened field: its key, dotted, and its value as the text that is indexed. */
export interface Leaf {
  readonly key: string;
  readonly text: string;
}

/** Returns the leaves of a flattened field's value, or why it is refused; `below` is the key under which a dotted name puts the value, and `written` how a number is written. */
export function leavesOf(field: MappedField, value: unknown, below = '', written?: string): readonly Leaf[] | Problem {
  // The object of the field itself is never too deep.
  const depthLimit = Math.max(1, numberOption(field, 'depth_limit') ?? Infinity);
  const ignoreAbove = numberOption(field, 'ignore_above');
  const nullValue = flattenedOption(field, 'null_value');
  const leaves: Leaf[] = [];
  let refused: Problem | undefined;

  const visit = (part: unknown, key: string, depth: number, literal?: string): void => {
    if (refused) return;
    if (Array.isArray(part)) {
      for (const [at, item] of part.entries()) visit(item, key, depth, literalOf(part, at));
    } else if (isRecord(part)) {
      if (depth + 1 > depthLimit) {
        refused = tooDeep(field, depthLimit);
        return;
      }
      for (const [name, member] of Object.entries(part)) {
        // It would end the key in the index.
        if (name.includes('\0') && !isFlatObject(field)) refused = endedKey(field);
        visit(member, key === '' ? name : `${key}.${name}`, depth + 1, literalOf(part, name));
      }
    } else if (depth === 0) {
      if (part !== null) refused = notAnObject(field);
    } else {
      const text = part === null ? nullValue : part;
      if (text === null || text === undefined) return;
      const leaf = literal ?? String(text as string | number | boolean);
      if (ignoreAbove !== undefined ? leaf.length > ignoreAbove : false) return;
      // Of an object as a whole, the name of the field is a part of each key.
      const named = isFlatObject(field) ? `${field.path}.${key}` : key;
      if (isLongerThan(longestLeaf, named, leaf)) refused = tooLong(field);
      else leaves.push({ key, text: leaf });
    }
  };
  // A dotted name counts as one level for each of its words.
  visit(value, below, below === '' ? 0 : below.split('.').length, written);
  return refused ?? leaves;
}

function numberOption(field: MappedField, name: string): number | undefined {
  const value = flattenedOption(field, name);
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function tooDeep({ path }: MappedField, limit: number): Problem {
  return problem(`The flattened field [${path}] has more levels of objects than its depth limit [${String(limit)}].`, {
    type: 'document_parsing_exception',
    rule: 'excessive-depth',
  });
}

function notAnObject({ path }: MappedField): Problem {
  return problem(`The field [${path}] is mapped as flattened, so its value must be an object.`, {
    type: 'document_parsing_exception',
    rule: 'mismatched-document',
  });
}

function endedKey({ path }: MappedField): Problem {
  return problem(`A key of the flattened field [${path}] cannot contain the character U+0000.`, {
    type: 'document_parsing_exception',
  });
}

function tooLong(field: MappedField): Problem {
  const { path } = field;
  const what = `A key of the flattened field [${path}] with its leaf is longer than ${String(longestLeaf)} bytes`;
  return isFlatObject(field)
    ? problem(`${what}.`)
    : problem(`${what}; [ignore_above] would leave it out.`, { type: 'document_parsing_exception' });
}

/** Returns whether the key, the character that ends it, and the leaf are longer. Few texts are so long that they must be counted. */
function isLongerThan(limit: number, key: string, leaf: string): boolean {
  if ((key.length + leaf.length + 1) * 3 <= limit) return false;
  return byteLength(key) + 1 + byteLength(leaf) > limit;
}
