import { refused, type Refusal } from '@rulebook/sender/refusal';
import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { createAssertSchema, type Service } from '@rulebook/services';
import type { BodyFolders } from '../files/body-folders';
import { pathInside } from '../files/files';
import type { DescriptionReader } from './own-descriptions';

/** Returns the JSON Schema that an assert names, from the folders that body files may be in, or why it cannot be used. Never rejects. */
export async function schemaOfAssert(
  { bases, allowed }: BodyFolders,
  file: string,
  read: DescriptionReader,
): Promise<Service | Refusal> {
  const [written = '', pointer] = file.split('#', 2);
  const path = bases.map((base) => resolve(base, written)).find((one) => existsSync(one));
  if (path === undefined) return refused(`The schema \`${file}\` cannot be read: there is no such file.`);
  const roots = allowed ?? [sep];
  const root = roots.findLast((one) => pathInside(path, [one]) !== undefined);
  if (root === undefined)
    return refused(`The schema \`${file}\` lies outside of ${roots.at(-1) ?? 'the folder of the request file'}.`);
  const inside = relative(root, path).split(sep).join('/');
  const description = pointer === undefined ? inside : `${inside}#${pointer}`;
  const found = await read({ root, description, form: 'json-schema' });
  if ('cause' in found) return refused(`The schema \`${file}\` cannot be read: ${found.cause}.`);
  const unread = found.problems.find(({ isUnread }) => isUnread === true);
  // What was not compared must not pass.
  if (unread !== undefined)
    return refused(`A part of the schema \`${file}\` cannot be read, so the body was not compared. ${unread.message}`);
  if (found.compiled !== undefined) return createAssertSchema(found.compiled, file);
  return refused(`The schema \`${file}\` cannot be used: ${found.problems[0]?.message ?? 'it is not a JSON Schema.'}`);
}
