// Takes imports past the entry points of rooms. esbuild counts all that an entry point lists as used by whoever imports one name of it, and
// puts it into parts by that.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const statements = /^import \{([^}]*)\} from '(\.[^']*\/index)';$/gm;
const lists = /^export \{([^}]*)\} from '([^']+)';$/gm;

/**
 * Lets each source import what it names from the files that the entry points take it from.
 * @returns {import('esbuild').Plugin}
 */
export function pastEntryPoints() {
  /** @type {Map<string, ReadonlyMap<string, { file: string, name: string }>>} */
  const known = new Map();
  const namesOf = (entry) => {
    const names = known.get(entry) ?? readEntry(entry);
    known.set(entry, names);
    return names;
  };
  /** Returns the file and name from which an entry point has a name. */
  const sourceOf = (entry, name) => {
    const source = namesOf(entry).get(name);
    if (source === undefined) return { file: entry, name };
    return source.file.endsWith('/index') ? sourceOf(source.file, source.name) : source;
  };
  return {
    name: 'past-entry-points',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path.includes('node_modules')) return undefined;
        const folder = dirname(path);
        const contents = readFileSync(path, 'utf8').replace(statements, (whole, names, entry) => {
          const imports = valuesIn(names).map(({ name, local }) => {
            const source = sourceOf(join(folder, entry), name);
            const from = relative(folder, source.file).replaceAll('\\', '/');
            return `import { ${source.name} as ${local} } from '${from.startsWith('.') ? from : `./${from}`}';`;
          });
          // The lines below keep their numbers.
          return imports.join(' ') + whole.replace(/[^\n]/g, '');
        });
        return { contents, loader: 'ts' };
      });
    },
  };
}

function readEntry(entry) {
  return new Map(
    [...readFileSync(`${entry}.ts`, 'utf8').matchAll(lists)].flatMap(([, names, from]) =>
      valuesIn(names).map(({ name, local }) => [local, { file: join(dirname(entry), from), name }]),
    ),
  );
}

/** Returns the names in braces that are not those of types. */
function valuesIn(names) {
  return names
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '))
    .map((one) => {
      const [name, local = name] = one.split(' as ');
      return { name, local };
    });
}
