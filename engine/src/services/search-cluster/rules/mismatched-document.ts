import { followMappings, indexGroupOf, mappedAt, type WrittenField } from './support/follow-mappings';
import { longestLeaf } from '../catalogue/mappings/flattened-field';
import { referenceOnFlattened } from '../catalogue/mappings/flattened-sources';
import { serverSource } from '../catalogue/sources';
import { indexUse } from './support/index-use';
import type { FileRule } from '../../../rules/rule';
import { refused } from '../../../catalogue/provenance';
import { code } from '../../../rules/support/wording';
import { withCommas } from '../../../text/count';

/** Reports a document with what the flattened field in the mapping does not take. */
export const mismatchedDocument: FileRule = {
  id: 'mismatched-document',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  since: '0.1.0',
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
  },
};

const fromServer = refused(referenceOnFlattened(serverSource));

function reportKeys({ written, field, block }: WrittenField, report: Parameters<FileRule['check']>[1]): void {
  const place = { provenance: fromServer, related: mappedAt(field, block) };
  for (const span of written.endedKeys)
    report(block, {
      message: `A key in the flattened field ${code(field.path)} cannot contain U+0000.`,
      span,
      ...place,
    });
  for (const { span, bytes } of field.isUnlimited ? written.immense : []) {
    const message = `This value has ${withCommas(bytes)} bytes with its key; servers refuse more than ${withCommas(longestLeaf)} in ${code(field.path)} without \`ignore_above\`.`;
    report(block, { message, span, ...place });
  }
}
