// Finds a Java that is new enough: none is demanded, and what is missing is said.
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where Debian and others keep several of them. */
const usual = ['/usr/lib/jvm', '/opt/java', '/Library/Java/JavaVirtualMachines'];

/**
 * Returns the folder of a Java with at least this version, or undefined: the one of `JAVA_HOME`, the one on the path, or one in a usual place.
 * @param {number} least the first part of the version, as 17
 * @returns {Promise<{ home: string, version: number } | undefined>}
 */
export async function findJava(least) {
  const named = process.env.JAVA_HOME;
  const onPath = await homeOnPath();
  const others = (await Promise.all(usual.map(foldersIn))).flat();
  const homes = [named, onPath, ...others.toSorted()].filter((home) => home !== undefined);
  for (const home of new Set(homes)) {
    const version = await versionOf(home);
    if (version !== undefined && version >= least) return { home, version };
  }
  return undefined;
}

async function foldersIn(folder) {
  try {
    return (await readdir(folder)).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Asks the Java on the path where it is. */
async function homeOnPath() {
  try {
    const { stderr } = await run('java', ['-XshowSettings:properties', '-version']);
    return /java\.home = (.+)/.exec(stderr)?.[1];
  } catch {
    return undefined;
  }
}

/** The version of the compiler in a folder: without it, a Java is of no use here. */
async function versionOf(home) {
  try {
    const { stdout } = await run(join(home, 'bin', 'javac'), ['-version']);
    return Number(/javac (\d+)/.exec(stdout)?.[1]);
  } catch {
    return undefined;
  }
}
