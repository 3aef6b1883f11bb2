import { keyGroupOf, keyUse } from './support/key-use';
import type { FileRule } from '@rulebook/checker/rules/rule';

/** Reports a request that uses a key which an earlier request of the file derives from another key. */
export const powerlessKey: FileRule = {
  id: 'powerless-key',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a request that uses an API key which an earlier request of the file creates with another API key.',
    why: 'An API key that was created with an API key has no privileges: it can authenticate, but every other call is refused.',
    remedy: 'Send the request with the credential that created the key, or create the key as a user.',
  },
  summary: keyUse,
  groupOf: keyGroupOf,
  check({ summaries }, report) {
    const keys = summaries.map((summary) => keyUse.in(summary));
    const derived = keys.filter((key) => key?.isDerived === true);
    const [first] = derived;
    // With two requests of the same name it is not certain which is meant.
    if (first === undefined || derived.length > 1) return;
    const created = keys.indexOf(first);
    keys.forEach((key, block) => {
      // What creates a key has no note.
      if (key?.note === undefined || block < created) return;
      report(block, {
        message: key.note.message,
        span: key.span,
        provenance: key.note.provenance,
        related: [{ message: 'The key is created here.', span: first.span, block: created - block }],
      });
    });
  },
};
