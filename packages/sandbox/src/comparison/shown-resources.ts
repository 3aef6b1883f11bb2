import { isRecord } from '@rulebook/json/is-record';
import type { ReadBack } from '@rulebook/catalogue/read-back';
import type { Service } from '@rulebook/catalogue/service';
import { fillRequest } from '@rulebook/checker/resource-model/fill-request';
import { parameterIn, pathWords } from '@rulebook/checker/resource-model/path-words';
import { valueAt } from '@rulebook/checker/resource-model/shapes-in';
import { jsonOf } from './patterns';
import { loadedRequest, type RehearsedRequest } from './rehearsal';
import { operationAt } from './resource-ways';
import { storedBody } from './stored-body';

/** A request that was answered. */
interface AnsweredRequest {
  readonly method: string;
  /** From the base URL, with its query. */
  readonly target: string;
  /** The body of the response. */
  readonly body: string;
  /** The path of a resource that was there, where the body does not say it. */
  readonly of?: string;
}

/** Reads from answers which resources a service had. */
export interface ShownResources {
  /** Returns the requests that store what an answer shows, as it is shown. */
  of(answered: AnsweredRequest): readonly RehearsedRequest[];
  /** Returns whether a request makes a resource. */
  isDeclaring(method: string, path: string): boolean;
}

/** A longer answer is not read. */
const longestAnswer = 5_000_000;
/** So many resources are taken from one answer. */
const maxOfAnswer = 100;

/** Creates what reads the resources of a service from answers, by the facts about how they are read. */
export function createShownResources(service: Service): ShownResources {
  const readBacks = (service.readBacks ?? []).filter(
    ({ isChange, isLasting }) => isChange !== true && isLasting !== true,
  );
  const operations = new Map(
    readBacks.map((one) => [one, operationAt(methodOf(one.declares.methods), one.declares.path, service)]),
  );
  return {
    isDeclaring: (method, path) =>
      readBacks.some(
        ({ declares }) => declares.methods.includes(method) && namesInPath(declares.path, path) !== undefined,
      ),
    of(answered) {
      const { method, target, body, of } = answered;
      if (of !== undefined) return readBacks.flatMap((readBack) => requestFor(readBack, of));
      const [path = ''] = target.split('?', 1);
      const around = readBacks.flatMap((readBack) => aroundOf(readBack, path));
      if (body.length > longestAnswer || !/^\s*\{/.test(body)) return around;
      const value = jsonOf(body);
      const shown = readBacks.flatMap((readBack) => [
        ...(method === 'GET' ? shownAlone(readBack, path, value) : []),
        ...shownAmong(readBack, value),
      ]);
      return [...around, ...shown.slice(0, maxOfAnswer)];
    },
  };

  /** Returns the request that makes a resource of which only its path is known. */
  function requestFor(readBack: ReadBack, path: string): readonly RehearsedRequest[] {
    const { declares, parts } = readBack;
    const names = namesInPath(declares.path, path);
    const method = methodOf(declares.methods);
    // What is needed to make others is not known.
    const isEmpty = parts.every(({ of: part }) => part.length > 0);
    const isFilled = operations.get(readBack)?.body?.required === true;
    return names === undefined || !isEmpty || isFilled ? [] : [{ method, path }];
  }

  /** Something in a resource has answered, so that the resource was there. */
  function aroundOf(readBack: ReadBack, path: string): readonly RehearsedRequest[] {
    const words = pathWords(path);
    const depth = pathWords(readBack.resource).length;
    return words.length > depth ? requestFor(readBack, `/${words.slice(0, depth).join('/')}`) : [];
  }

  function shownAlone(readBack: ReadBack, path: string, value: unknown): readonly RehearsedRequest[] {
    const names = namesInPath(readBack.reads.split('?', 1)[0] ?? '', path);
    if (names === undefined) return [];
    const isNamed = readBack.parts.some(({ at }) => at[0] === '*');
    if (!isNamed || !isRecord(value)) return stored(readBack, names, value);
    // An alias is shown by the name of what it stands for.
    const [name] = Object.keys(names);
    return Object.entries(value).flatMap(([own, item]) =>
      name === undefined ? [] : stored(readBack, { ...names, [name]: own }, { [own]: item }),
    );
  }

  function shownAmong(readBack: ReadBack, value: unknown): readonly RehearsedRequest[] {
    const { found } = readBack;
    const items = found && valueAt(value, found.at);
    if (found === undefined || !Array.isArray(items)) return [];
    return items.slice(0, maxOfAnswer).flatMap((item: unknown) => {
      const names: Record<string, string> = {};
      for (const [name, at] of Object.entries(found.names)) {
        const text = valueAt(item, at);
        if (typeof text !== 'string') return [];
        names[name] = text;
      }
      return stored(readBack, names, item);
    });
  }

  function stored(
    readBack: ReadBack,
    names: Readonly<Record<string, string>>,
    shown: unknown,
  ): readonly RehearsedRequest[] {
    const { declares, pulled, parts } = readBack;
    const method = methodOf(declares.methods);
    const { path } = fillRequest({ method, path: declares.path }, names);
    const [part] = parts;
    const isWhole = pulled === undefined && parts.length === 1 && part?.of.length === 0;
    if (pulled === undefined && !isWhole) return [];
    const shape = operations.get(readBack)?.body?.shape;
    const value = isWhole
      ? valueAt(shown, part?.at ?? [])
      : storedBody(shown, { readBack, names, units: service, shape, ...(pulled && { pulled }) }).value;
    if (!isRecord(value)) return [];
    return [loadedRequest({ method, path, body: JSON.stringify(value) }, service)];
  }
}

function methodOf(methods: readonly string[]): string {
  return methods.includes('PUT') ? 'PUT' : (methods[0] ?? 'PUT');
}

/** Returns the names of one resource in a path; undefined where it is another path, or stands for several. */
function namesInPath(declared: string, path: string): Readonly<Record<string, string>> | undefined {
  const [words, own] = [pathWords(declared), pathWords(path)];
  if (words.length !== own.length) return undefined;
  const names: Record<string, string> = {};
  for (const [index, word] of words.entries()) {
    const text = own[index] ?? '';
    const name = parameterIn(word);
    if (name === undefined) {
      if (word !== text) return undefined;
      continue;
    }
    const value = decoded(text);
    if (value === undefined || value === '' || /^[_.+-]|[*,<>]/.test(value)) return undefined;
    names[name] = value;
  }
  return names;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
