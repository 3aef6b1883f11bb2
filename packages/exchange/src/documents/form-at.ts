import { innerType, type DocumentForm, type MemberForm, type ObjectForm } from '@rulebook/description/document-form';
import { overlayForm } from '@rulebook/description/overlay-shapes';
import { arazzoForm } from '../arazzo/shapes';

/** The formats of documents that an editor helps with. */
export type DocumentFormat = 'arazzo' | 'overlay';

/** Returns the form of a format. */
export function formOfFormat(format: DocumentFormat): DocumentForm {
  return format === 'arazzo' ? arazzoForm : overlayForm;
}

/** What may be at a place of a document. */
export interface PlaceForm {
  /** As in `MemberForm`; `any` within what has no form of its own. */
  readonly type: string;
  /** The object form of a place that is one. */
  readonly object?: ObjectForm;
  /** The innermost member on the way to the place, its name, and the object that has it. */
  readonly member?: MemberForm;
  readonly key: string;
  readonly owner: string;
  /** The way to that object, and from the member to the place. */
  readonly ownerPath: readonly string[];
  readonly rest: readonly string[];
}

/** Returns what may be at a place; undefined where the format has nothing there. */
export function formAt(form: DocumentForm, path: readonly string[]): PlaceForm | undefined {
  let type = 'document';
  let found: Omit<PlaceForm, 'type' | 'object'> = { key: '', owner: 'document', ownerPath: [], rest: [] };
  for (const [index, step] of path.entries()) {
    const object = form.objects[type];
    const inner = innerType(type);
    if (object !== undefined) {
      const member = memberNamed(object, step);
      if (member === undefined) return undefined;
      found = { member, key: step, owner: type, ownerPath: path.slice(0, index), rest: [] };
      ({ type } = member);
    } else if (inner !== undefined) {
      type = inner;
      found = { ...found, rest: [...found.rest, step] };
    } else return { ...found, type: 'any', rest: [...found.rest, ...path.slice(index)] };
  }
  const object = form.objects[type];
  return { ...found, type, ...(object && { object }) };
}

/** Returns a member of an object. */
export function memberNamed({ members }: ObjectForm, name: string): MemberForm | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
