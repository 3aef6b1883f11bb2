import { mask } from '@rulebook/catalogue/masking/mask-named-secrets';
import { createMasker } from '@rulebook/catalogue/masking/masker';
import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import { channelUrl } from '@rulebook/request-file/syntax/channel';
import type { PreparedRequest } from './prepared-request';

/** A request as it was sent, for a file or a page. */
export interface MaskedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Absent without a body, and when it contains bytes. */
  readonly body?: string;
  /** The body is left out, because it contains bytes. */
  readonly hasBytes?: true;
}

/** Returns a request with these secrets, and those that are at their usual positions, masked in every part. */
export function maskRequest(request: PreparedRequest, secrets: readonly string[]): MaskedRequest {
  const { text } = createMasker(secrets);
  const { method, url, headers, body, channel, secretFields = [] } = request;
  const secretNames = new Set(secretFields.map((name) => name.toLowerCase()));
  const parts = typeof body === 'string' ? [body] : (body ?? []);
  const isText = parts.every((part) => typeof part === 'string');
  return {
    method,
    url: text(channel === undefined ? url : channelUrl(url)),
    headers: headers.map(([name, value]) => [
      text(name),
      isSecretMember(name) || secretNames.has(name.toLowerCase()) ? mask : text(value),
    ]),
    ...(body !== undefined && (isText ? { body: text(parts.join('')) } : { hasBytes: true as const })),
  };
}
