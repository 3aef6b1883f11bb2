import { isRecord } from '@rulebook/json/is-record';
import type { Shape } from '@rulebook/catalogue/shape';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { objectIn } from '@rulebook/checker/resource-model/shapes-in';

/** Returns a value with the members of another one, as far as the shape has them and they fit. */
export function overlaid(base: unknown, over: unknown, shape: Shape | undefined): unknown {
  if (!isRecord(over)) return over === undefined || (shape !== undefined && !fitsShape(over, shape)) ? base : over;
  if (!isRecord(base)) return shape !== undefined && fitsShape(over, shape) ? over : base;
  const object = objectIn(shape, { ...base, ...over });
  const members = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(over)) {
    const field = object?.fields.find((one) => one.name === name);
    if (field !== undefined) {
      if (fitsShape(value, field.shape)) members.set(name, value);
      else if (isRecord(value) && isRecord(base[name])) members.set(name, overlaid(base[name], value, field.shape));
      else if (typeof value === 'string' || typeof value === 'number') {
        const shown = referenced(value, base[name], field.shape);
        if (shown !== undefined) members.set(name, shown);
      } else if (Array.isArray(value)) {
        const items = value.filter((item) => fitsShape([item], field.shape));
        if (fitsShape(items, field.shape)) members.set(name, items);
      }
    } else if (object?.entries !== undefined) {
      if (fitsShape(value, object.entries.shape)) members.set(name, value);
    } else if (object === undefined || (object.fields.length === 0 && object.isOpen === true)) members.set(name, value);
  }
  return Object.fromEntries(members);
}

/** Requests name what responses show: `"region": "nyc3"` becomes the member of an object that can be it. */
function referenced(value: string | number, base: unknown, shape: Shape): unknown {
  const object = objectIn(shape);
  const field = ['slug', 'id', 'name', 'key', 'code']
    .flatMap((name) => object?.fields.find((one) => one.name === name) ?? [])
    .find((one) => fitsShape(value, one.shape));
  if (field === undefined) return undefined;
  const shown = { ...(isRecord(base) ? base : {}), [field.name]: value };
  return fitsShape(shown, shape) ? shown : undefined;
}
