import type { ImportLibraries } from '../import-libraries';
import { memberNamed, textNamed } from '../json-value';
import { readBruno } from './bruno';
import { readHurl } from './hurl';
import { readInsomnia } from './insomnia';
import { asInsomniaTree, isInsomniaExport } from './insomnia-export';
import { readPostmanFolder } from './postman-folder';
import type { ShapedCollection } from './shape';
import { readThunder } from './thunder';

/** What a text of another tool looks like at its beginning. */
type OtherFormat = 'postman' | 'postman-environment' | 'bruno' | 'opencollection' | 'insomnia' | 'hurl' | 'thunder';

/** Returns which tool has written a text; undefined for any other text. Only its beginning is looked at. */
export function otherFormatOf(text: string): OtherFormat | undefined {
  const head = text.slice(0, 20_000);
  if (
    /^(?:meta|get|post|put|patch|delete|head|options)[ \t]*\{[ \t]*$/m.test(head) &&
    /^[ \t]+(?:name|type|url|method):/m.test(head)
  )
    return 'bruno';
  // Newer collections of Postman have a file for each request.
  const kind = /^\$kind:[ \t]*["']?([\w-]+)/m.exec(head)?.[1];
  if (kind === 'collection' || kind?.endsWith('-request') === true) return 'postman';
  if (/^name:/m.test(head) && /^values:[ \t]*\r?\n[ \t]*- (?:\{[ \t]*)?(?:key|value|enabled|type):/m.test(head))
    return 'postman-environment';
  // Newer collections of Bruno are YAML: one file for all, or one for each request.
  if (/^opencollection:/m.test(head)) return 'opencollection';
  if (/^info:[ \t]*$/m.test(head) && /^[ \t]+type: http[ \t]*$/m.test(head) && /^http:[ \t]*$/m.test(head))
    return 'opencollection';
  if (/"_type"[ \t]*:[ \t]*"export"/.test(head) && /"__export_format"[ \t]*:[ \t]*4\b/.test(head)) return 'insomnia';
  if (/^type:[ \t]*["']?(?:collection|environment)\.insomnia\.rest\//m.test(head)) return 'insomnia';
  if (/"(?:clientName|client)"[ \t]*:[ \t]*"Thunder Client"/.test(head)) return 'thunder';
  const isHurl =
    /^(?:HTTP(?:\/[\d.]+)?[ \t]+(?:\d{3}|\*)|\[(?:Asserts|Captures|QueryStringParams|Query|FormParams|Form|Options)\])/m.test(
      head,
    );
  // Both name a method and a URL, and only one of them has blocks.
  return isHurl && !/^###/m.test(head) && /^[A-Z]+[ \t]+(?:https?:|\{\{)/m.test(head) ? 'hurl' : undefined;
}

const ofPostman =
  'it belongs to a collection of Postman, whose requests are in files of their own; import the folder of the collection';

/** Returns whether a text is what Postman keeps about a collection, or a folder of one, next to its requests. */
function isCollectionText(text: string): boolean {
  return /^\$kind:[ \t]*["']?collection\b/m.test(text.slice(0, 20_000));
}

function withRequests(read: ShapedCollection | undefined): ShapedCollection | { readonly problem: string } {
  if (read !== undefined && read.item.length > 0) return read;
  return {
    problem: 'it belongs to Bruno, whose requests are in files of their own; import the folder of the collection',
  };
}

function readPostmanRequest(
  text: string,
  libraries: ImportLibraries,
  name: string,
): ShapedCollection | { readonly problem: string } {
  const read = readPostmanFolder(new Map([[`${name}.request.yaml`, text]]), libraries);
  if (read === undefined || read.item.length === 0)
    return { problem: read?.notes?.[0]?.replace(/^.*? because /, '') ?? 'it is not a request of Postman' };
  const note = 'what its collection says is not here: authorization, variables, scripts; import the folder for them';
  return { ...read, notes: [...(read.notes ?? []), note] };
}

function kindOf(format: string | undefined, found: OtherFormat | undefined): string | undefined {
  if (format === undefined) return found;
  if (format === 'bruno' && found === 'opencollection') return found;
  // Other texts of Postman are JSON of its older versions.
  return format !== 'postman' ? format : found?.startsWith(format) === true ? found : undefined;
}

/** Reads a text of another tool; undefined for a text of none of them. */
export function readOther(
  text: string,
  format: string | undefined,
  libraries: ImportLibraries,
  name = 'request',
): ShapedCollection | { readonly problem: string } | undefined {
  try {
    switch (kindOf(format, otherFormatOf(text))) {
      case 'postman':
        return isCollectionText(text) ? { problem: ofPostman } : readPostmanRequest(text, libraries, name);
      case 'postman-environment':
        return readPostmanFolder(new Map([[`${name}.environment.yaml`, text]]), libraries);
      case 'bruno':
        return readBruno(new Map([['request.bru', text]]), libraries) ?? { problem: 'it is not a request of Bruno' };
      case 'opencollection':
        return withRequests(readBruno(new Map([['request.yml', text]]), libraries));
      case 'insomnia': {
        const value = /^\s*\{/.test(text) ? (JSON.parse(text) as unknown) : libraries.readYaml(text);
        if (isInsomniaExport(value)) return readInsomnia(asInsomniaTree(value));
        const isFive = textNamed(value, 'type')?.includes('.insomnia.rest/') === true;
        return isFive ? readInsomnia(value) : { problem: 'it is not an export of Insomnia in the format 4 or 5' };
      }
      case 'hurl':
        return readHurl(text) ?? { problem: 'it is not a file of Hurl that can be read' };
      case 'thunder': {
        const value: unknown = JSON.parse(text);
        const isThunder = ['requests', 'variables', 'data'].some((name) => Array.isArray(memberNamed(value, name)));
        return isThunder ? readThunder(value) : { problem: 'it is not an export of Thunder Client' };
      }
      default:
        return undefined;
    }
  } catch {
    // The message of a parser quotes the text, which may hold secrets.
    return { problem: 'it cannot be read; export it again' };
  }
}
