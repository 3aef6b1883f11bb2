import { keyGroupOf } from './across/key-use';
import type { FileRule } from './rule';

const derive =
  '# @name derive\nPUT /_security/api_key\nAuthorization: ApiKey {{api_key}}\n\n{ "name": "k", "role_descriptors": { "none": {} } }\n';

/** Reports a request that is sent with a key which an earlier request of the file derives from another key. */
export const powerlessKey: FileRule = {
  id: 'powerless-key',
  scope: 'file',
  severity: 'warning',
  docs: {
    what: 'Reports a request that is sent with a key which an earlier request of the file creates with another key.',
    why: 'A key that was created by a key has no privileges: it can authenticate, and every other call is refused.',
    remedy: 'Send the request with the credential that created the key, or create the key as a user.',
    valid: [
      `${derive}\n###\nGET /_security/_authenticate\nAuthorization: ApiKey {{derive.response.body.encoded}}\n`,
      `${derive.replace('ApiKey', 'Bearer')}\n###\nGET /_snapshot\nAuthorization: ApiKey {{derive.response.body.encoded}}\n`,
    ],
    invalid: [`${derive}\n###\nGET /_snapshot\nAuthorization: ApiKey {{derive.response.body.encoded}}\n`],
  },
  groupOf: keyGroupOf,
  check({ summaries }, report) {
    const derived = summaries.filter(({ key }) => key?.isDerived === true);
    const [first] = derived;
    // With two requests of the same name it is not certain which is meant.
    if (first?.key === undefined || derived.length > 1) return;
    const created = summaries.indexOf(first);
    summaries.forEach(({ key }, block) => {
      if (key === undefined || key.isDerived || key.told === undefined || block < created || first.key === undefined)
        return;
      report(block, {
        message: key.told.message,
        span: key.span,
        provenance: key.told.provenance,
        related: [{ message: 'The key is created here.', span: first.key.span, block: created - block }],
      });
    });
  },
};
