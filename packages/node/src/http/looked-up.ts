import { isLoopbackHost } from '@rulebook/text';

/** Returns the name to look up for a host: a name of this machine is looked up nowhere else, whatever a server of names would say. */
export function lookedUp(hostname: string): string {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  return /localhost/i.test(name) && isLoopbackHost(name) ? 'localhost' : name;
}
