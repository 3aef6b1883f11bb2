import { followMappings, indexGroupOf, mappedAt, type WholeField, type WrittenField } from './support/follow-mappings';
import { indexUse } from './support/index-use';
import type { FileRule } from '@rulebook/checker/rules/rule';
import { code } from '@rulebook/checker/rules/support/wording';
import { count } from '@rulebook/text/count';

/** Reports a document with what the flattened field in the mapping does not take. */
export const mismatchedDocument: FileRule = {
  id: 'mismatched-document',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a plain value in a document where the mapping of the same file defines a flattened field, and in such a field a key with the character U+0000, and a value that is too long to be indexed.',
    why: 'A flattened field maps an object. The service refuses a document that has a string or a number there. It indexes each value together with its key, and refuses more than 32,766 bytes.',
    remedy:
      'Write an object with a key, or give the field another type. Set `ignore_above`, so that long values are not indexed.',
  },
  summary: indexUse,
  groupOf: indexGroupOf,
  check(group, report) {
    for (const { block, written, field } of followMappings(group).documents) {
      for (const span of written.scalars) {
        report(block, {
          message: `${code(field.path)} is mapped as flattened, so its value must be an object.`,
          span,
          provenance: field.provenance,
          related: mappedAt(field, block),
        });
      }
      reportKeys({ written, field, block }, report);
    }
    for (const whole of followMappings(group).whole) reportWhole(whole, report);
  },
};

function reportWhole({ block, written, field }: WholeField, report: Parameters<FileRule['check']>[1]): void {
  const { path, type, span: at, isWhole } = field;
  if (isWhole === undefined) return;
  const related = [{ message: 'It is mapped here.', span: at, block: field.block - block }];
  const { provenance, longestLeaf } = isWhole;
  const place = { provenance, related };
  for (const span of written.scalars) {
    const message = `${code(path)} is of the type ${code(type)}, so its value must be an object.`;
    report(block, { message, span, ...place });
  }
  for (const { span, bytes } of written.immense) {
    const most = longestLeaf - path.length - 1;
    if (bytes <= most) continue;
    const message = `A value in ${code(path)} can have ${count(most, 'byte')} with its key; this one has ${String(bytes)}.`;
    report(block, { message, span, ...place });
  }
}

function reportKeys({ written, field, block }: WrittenField, report: Parameters<FileRule['check']>[1]): void {
  if (field.longestLeaf === undefined) return;
  const { bytes: most, provenance, isUnlimited } = field.longestLeaf;
  const place = { provenance, related: mappedAt(field, block) };
  const name = code(field.path);
  for (const span of written.endedKeys)
    report(block, { message: `A key in the flattened field ${name} cannot contain U+0000.`, span, ...place });
  for (const { span, bytes } of isUnlimited ? written.immense : []) {
    if (bytes <= most) continue;
    const message = `Without \`ignore_above\`, a value in ${name} can have ${count(most, 'byte')} with its key; this one has ${String(bytes)}.`;
    report(block, { message, span, ...place });
  }
}
