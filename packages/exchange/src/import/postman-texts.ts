import { reference, variableNameOf, withoutReferences } from '@rulebook/request-file/syntax/curl/imported';
import { memberNamed } from './json-value';

/** All `{{…}}` of a collection are variables. */
export function withReferences(text: string): string {
  return withoutReferences(text).replace(/\{\{([^{}]+)\}\}/g, (_, name: string) => reference(referredName(name)));
}

function referredName(name: string): string {
  const [, ofProcess] = /^\s*process\.env\.(\w+)\s*$/.exec(name) ?? [];
  return ofProcess === undefined ? variableNameOf(name) : `$processEnv ${ofProcess}`;
}

/** Returns a text as a part of a form, with its variables. */
export function encodeField(text: string): string {
  return text
    .split(/(\{\{[^{}]+\}\})/)
    .map((part, index) =>
      index % 2 === 1 ? withReferences(part) : encodeURIComponent(part.replace(/\p{Cs}/gu, '\ufffd')),
    )
    .join('');
}

/** Returns whether a part is switched off. */
export function isDisabled(value: unknown): boolean {
  return memberNamed(value, 'disabled') === true || memberNamed(value, 'enabled') === false;
}

/** Returns a plain value as a text. */
export function textFrom(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
