// The software bill of materials of a release: CycloneDX 1.6, of what the bundles really hold.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageFolders } from './notices.mjs';

/**
 * Returns the bill as JSON. The same artifacts and date give the same text.
 * @param {{
 *   root: string,
 *   product: Record<string, any>,
 *   date: string,
 *   artifacts: readonly { file: string, metafiles: readonly import('esbuild').Metafile[] }[],
 *   described: readonly { manifest: Record<string, any> }[],
 * }} options `product`: the manifest; `date`: the day; `described`: the packages from which descriptions are compiled
 */
export function sbomOf({ root, product, date, artifacts, described }) {
  const own = `${product.name}@${product.version}`;
  const libraries = new Map();
  const files = artifacts.map(({ file, metafiles }) => {
    const bundled = packageFolders(metafiles).map((folder) =>
      JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
    );
    const parts = [...bundled, ...described.map(({ manifest }) => manifest)].map(libraryOf);
    for (const part of parts) libraries.set(part['bom-ref'], part);
    return { component: fileComponent(file), parts: [...new Set(parts.map((part) => part['bom-ref']))].sort() };
  });
  const components = [...files.map(({ component }) => component), ...libraries.values()];
  const dependencies = [
    { ref: own, dependsOn: files.map(({ component }) => component['bom-ref']) },
    ...files.map(({ component, parts }) => ({ ref: component['bom-ref'], dependsOn: parts })),
    ...[...libraries.keys()].sort().map((ref) => ({ ref })),
  ];
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialNumber(JSON.stringify(components)),
    version: 1,
    metadata: {
      timestamp: `${date}T00:00:00Z`,
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': own,
        name: product.name,
        version: product.version,
        description: product.description,
        licenses: [{ license: { id: product.license } }],
        purl: purlOf(product),
      },
    },
    components: components.sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
    dependencies,
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

/**
 * Returns a package whose code, or something made of it, is in an artifact.
 * @param {Record<string, any>} manifest
 */
function libraryOf({ name, version, description, license, homepage }) {
  const [, scope, plain = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    ...(scope && { group: scope }),
    name: plain,
    version,
    ...(description && { description }),
    licenses: [/^[\w.-]+$/.test(license) ? { license: { id: license } } : { expression: license }],
    purl: purlOf({ name, version }),
    ...(/^https?:/.test(homepage ?? '') && { externalReferences: [{ type: 'website', url: homepage }] }),
  };
}

function fileComponent(file) {
  const content = readFileSync(file);
  const hash = (algorithm) => createHash(algorithm).update(content).digest('hex');
  return {
    type: 'file',
    'bom-ref': basename(file),
    name: basename(file),
    hashes: [
      { alg: 'SHA-256', content: hash('sha256') },
      { alg: 'SHA-512', content: hash('sha512') },
    ],
  };
}

/** @param {Record<string, any>} named */
function purlOf({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** A UUID that belongs to the content. */
function serialNumber(text) {
  const digits = createHash('sha256').update(text).digest('hex');
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return `urn:uuid:${[...parts, digits.slice(20, 32)].join('-')}`;
}
