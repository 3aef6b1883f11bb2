import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getAsset } from 'node:sea';
import { isOwnFolder } from '@rulebook/node/files/private-file';
import { userCacheFolder } from '@rulebook/node/files/user-cache-folder';

// The main script of the executable that holds Node and the package: the files of the package are unpacked once, as threads and modules are
// started from files, and its program runs from there.

/** What the executable holds, next to the files. */
interface Contents {
  /** The version of the package and the hash of its files, as the name of a folder. */
  readonly name: string;
  /** Below the folder of the package, with slashes. */
  readonly files: readonly string[];
}

/** The exit code when Rulebook cannot start, as of an internal error. */
const cannotStart = 70;

function main(): void {
  const { name, files } = JSON.parse(getAsset('contents', 'utf8')) as Contents;
  const folder = join(
    userCacheFolder((variable) => process.env[variable]),
    'rulebook',
    'programs',
    name,
  );
  try {
    if (!isOwnFolder(folder)) unpack(folder, files);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `rulebook: the program cannot be unpacked into ${folder}: ${cause}. Set XDG_CACHE_HOME to a folder of yours with 20 MB of space.\n`,
    );
    process.exitCode = cannotStart;
    return;
  }
  const program = join(folder, 'dist/cli.js');
  // The path of the executable is there twice. Where it starts itself, as for a sandbox, its program follows, as behind `node`.
  process.argv.splice(1, process.argv[2] === program ? 2 : 1, program);
  createRequire(program)(program);
}

/** Writes the files next to the folder, which gets its name when it is whole. */
function unpack(folder: string, files: readonly string[]): void {
  const draft = `${folder}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    for (const file of files) {
      const path = join(draft, file);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, Buffer.from(getAsset(file)), { mode: 0o600 });
    }
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process was quicker.
    if (!isOwnFolder(folder)) throw error;
  }
}

main();
