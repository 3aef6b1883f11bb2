/** The content codings that are unpacked, as `Accept-Encoding` names them. */
export const acceptedCodings = 'gzip, deflate, br, zstd';

/** Returns a URL in the form in which it is sent, without a fragment; undefined when it cannot be sent. */
export function hrefOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  parsed.hash = '';
  return /^https?:$/.test(parsed.protocol) ? parsed.href : undefined;
}
