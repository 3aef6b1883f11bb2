// The content security policy of every page: a browser that keeps to it connects to nothing but the place that the page came from.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the policy into all pages of a built folder.
 * @param {string} folder
 */
export function addPolicies(folder) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'));
  for (const page of pages) {
    const file = join(folder, page);
    writeFileSync(file, withPolicy(readFileSync(file, 'utf8')));
  }
}

/**
 * Returns a page with its policy. Scripts that are in the page itself are named by their hashes.
 * @param {string} html
 */
export function withPolicy(html) {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(scripts)].join(' ')}`.trim(),
    // The editor writes its styles into the page.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace(
    /<meta charset="utf-8">/i,
    (meta) => `${meta}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}
