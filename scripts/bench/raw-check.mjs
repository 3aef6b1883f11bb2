// The least that a check of request files has to do: read them, split at `###`, and parse every JSON body.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseTree } from 'jsonc-parser';

const path = process.argv[2] ?? '.';
const files = statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path];
let bodies = 0;
for (const file of files) {
  for (const block of readFileSync(file, 'utf8').split(/^###/m)) {
    const body = block.indexOf('\n{');
    if (body >= 0 && parseTree(block.slice(body + 1))) bodies++;
  }
}
console.log(`${files.length} files, ${bodies} bodies`);
