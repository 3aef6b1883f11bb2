/** Returns whether the host of a URL, without its port, is this machine. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|(?:[a-z0-9-]+\.)*localhost|\[::1\])$/i.test(host);
}
