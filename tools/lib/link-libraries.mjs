// Libraries of one checkout in another working tree, where nothing is installed.
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Links the libraries of a checkout into a tree, one by one, since the packages of the tree are its own.
 * @param {string} tree
 * @param {string} root
 */
export function linkLibraries(tree, root) {
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name.startsWith('.') || name === '@rulebook') continue;
    link(join(root, 'node_modules', name), join(tree, 'node_modules', name));
  }
  for (const folder of ['packages', 'services']) {
    if (!existsSync(join(tree, folder))) continue;
    for (const name of readdirSync(join(tree, folder))) {
      const { name: own } = JSON.parse(readFileSync(join(tree, folder, name, 'package.json'), 'utf8'));
      link(join(tree, folder, name), join(tree, 'node_modules', own));
    }
  }
}

function link(target, path) {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
