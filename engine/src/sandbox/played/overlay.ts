import type { Shape } from '../../catalogue/shape';
import { fitsShape } from '../../resource-model/fits-shape';
import { isRecord, objectIn } from '../../resource-model/shapes-in';

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
      else if (Array.isArray(value)) {
        const items = value.filter((item) => fitsShape([item], field.shape));
        if (fitsShape(items, field.shape)) members.set(name, items);
      }
    } else if (object?.entries !== undefined) {
      if (fitsShape(value, object.entries.shape)) members.set(name, value);
    } else if (object === undefined || (object.fields.length === 0 && object.isOpen === true)) members.set(name, value);
  }
  return Object.fromEntries(members);
}
