/** Returns scheme, host and port of a URL in one form; undefined for anything else. The names of this computer are one. */
export function originIn(text: string): string | undefined {
  const [, scheme = '', host = '', port] =
    /^(https?):\/\/(\[[^\]\s]*\]|[^/?#\s:@{}]+)(?::(\d+))?(?=[/?#]|$)/i.exec(text) ?? [];
  if (host === '') return undefined;
  const name = /^(?:127\.0\.0\.1|\[::1\])$/.test(host) ? 'localhost' : host.toLowerCase();
  return `${scheme.toLowerCase()}://${name}:${port ?? (scheme.toLowerCase() === 'https' ? '443' : '80')}`;
}
