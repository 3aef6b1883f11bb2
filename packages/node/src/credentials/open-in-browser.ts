import { spawn } from 'node:child_process';

/** Opens a page by the program that the system has for it. Where there is none, the user opens the page that was printed. */
export function openInBrowser(page: string, platform = process.platform): void {
  const [program, ...before] = openers[platform] ?? ['xdg-open'];
  // No shell reads the address.
  const opener = spawn(program, [...before, page], { stdio: 'ignore', detached: true });
  opener.on('error', () => undefined);
  opener.unref();
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
