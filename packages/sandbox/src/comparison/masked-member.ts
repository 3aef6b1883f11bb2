import { isRecord } from '@rulebook/json/is-record';
import type { MemberNames } from '@rulebook/catalogue/resource-model';
import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import type { SentRequest } from './apply-model';
import { isMask } from './compare-values';
import { bodyOfDeclaration } from './declared';

/** Deeper parts are taken as they are. */
const maxDepth = 60;

/** Returns the first member with a secret that has a mask for a value, as services show it in the place of one; undefined where there is none. */
export function maskedMember(request: SentRequest): MemberNames | undefined {
  const walk = (value: unknown, at: MemberNames): MemberNames | undefined => {
    if (typeof value === 'string') return isMaskOfSecret(value, at) ? at : undefined;
    if (at.length > maxDepth) return undefined;
    const members = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
    for (const [name, member] of members) {
      const found = walk(member, [...at, String(name)]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return walk('made' in request ? request.made.body : bodyOfDeclaration(request.declared)?.value, []);
}

/** A word such as `::es_redacted::` is a mask only where a secret is expected. */
function isMaskOfSecret(value: string, at: MemberNames): boolean {
  return (
    isSecretMember(at.at(-1)?.split('.').at(-1) ?? '') && (isMask(value) || /^\W*(?:\w+_)?redacted\W*$/i.test(value))
  );
}
