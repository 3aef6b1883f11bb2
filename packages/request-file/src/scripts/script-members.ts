import { scriptObjects, type ScriptKind, type ScriptObject } from './script-objects';

/** Where a script is. */
export interface ScriptSituation {
  readonly language: ScriptKind;
  /** Absent where both may be. */
  readonly phase?: 'request' | 'response';
}

/** Other spellings of what the list has, and members for tools of which pages say nothing, by the paths of their objects. */
const otherMembers: Readonly<Record<string, string>> = {
  client: 'variables isEmpty clear clearAll',
  'client.environment': 'set clear',
  'client.variables': 'global file environment request',
  'request.variables': 'isEmpty',
  response: 'responseCode httpVersion protocol name',
  'response.contentType': 'contentType',
  'response.timings': '',
  assert: 'true false same hasString responseHas headersHas bodyHas jsonHas',
  console: 'info warn error debug trace',
  crypto: 'md5 sha1 sha384 sha512 createHash createHmac randomBytes randomUUID',
  'crypto.hmac': 'md5 sha1 sha384 sha512',
  test: '',
  $random: '',
};
/** Those of handlers, and those of blocks. */
const membersIn: Readonly<Record<ScriptKind, Readonly<Record<string, string>>>> = {
  handler: {
    ...otherMembers,
    request: 'templateValue skip replay',
    'request.headers': '',
    'request.environment': '',
    pm: 'globals iterationData visualizer vault execution sendRequest',
  },
  block: { ...otherMembers, request: '', response: `${otherMembers['response'] ?? ''} request` },
};

/** What every object and every function has. */
const everywhere = new Set(
  'constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf name length call apply bind'.split(
    ' ',
  ),
);

/** What was found of the objects that are listed above. */
const foundMembers: Readonly<Record<ScriptKind, Map<string, ReadonlySet<string>>>> = {
  handler: new Map(),
  block: new Map(),
};

/** Returns the names of the members of an object, all of which are known; undefined for values and for objects with members of any name. */
export function membersOf(
  path: string,
  { language }: Pick<ScriptSituation, 'language'>,
): ReadonlySet<string> | undefined {
  const others = membersIn[language];
  const also = Object.hasOwn(others, path) ? others[path] : undefined;
  if (also === undefined) return undefined;
  const known = foundMembers[language].get(path);
  if (known !== undefined) return known;
  // Only the request differs.
  const isSame = path.split('.', 1)[0] !== 'request';
  const listed = scriptObjects.flatMap(({ path: whole, in: only }) => {
    const isThere = isSame || only === undefined || only === language;
    return isThere && whole.startsWith(`${path}.`) ? [whole.slice(path.length + 1).split('.', 1)[0] ?? ''] : [];
  });
  const found = new Set([...listed, ...also.split(' ').filter((name) => name !== '')]);
  foundMembers[language].set(path, found);
  return found;
}

/** Returns whether an object has a member that every object has. */
export function isEverywhere(member: string): boolean {
  return everywhere.has(member);
}

/** Returns what a script can use, by what is listed. */
export function objectsFor({ language, phase }: ScriptSituation): readonly ScriptObject[] {
  return scriptObjects.filter(
    (one) =>
      (one.in === undefined || one.in === language) &&
      (one.phase === undefined || phase === undefined || one.phase === phase),
  );
}

/** Modules that `require` returns. */
export const scriptModules = ['assert', 'crypto', 'uuid'] as const;
