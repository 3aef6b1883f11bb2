import type { Shape, TextShape } from '@rulebook/catalogue/shape';
import type { ValueSet } from '@rulebook/catalogue/values';
import { textFormatNamed } from '@rulebook/text/text-formats';
import { meetsLimits } from './limits';
import { expressionOf } from '@rulebook/text/expressions';

/** Returns whether a shape accepts the content of a JSON string, number or literal whose type fits. */
export function acceptsScalar(shape: Shape, text: string): boolean {
  switch (shape.type) {
    case 'string':
      return isAllowed(shape.values, text) && fitsFormat(shape, text) && meetsLimits(shape, text);
    case 'integer':
    case 'number':
      return isAllowed(shape.values, text) && meetsLimits(shape, text);
    default:
      return true;
  }
}

/** Returns whether a shape accepts the text of a parameter, which has no JSON type. */
export function acceptsParameter(shape: Shape, text: string): boolean {
  switch (shape.type) {
    case 'integer':
      return (/^[+-]?\d+$/.test(text) && acceptsScalar(shape, text)) || isListed(shape.values, text);
    case 'number':
      return (
        (/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && acceptsScalar(shape, text)) || isListed(shape.values, text)
      );
    case 'boolean':
      return /^(?:true|false)$/i.test(text);
    case 'null':
      return text === 'null' || text === '';
    case 'array':
      return text.split(',').every((item) => acceptsParameter(shape.items, item.trim()));
    case 'choice':
      return shape.options.some((option) => acceptsParameter(option, text));
    case 'string':
      return acceptsScalar(shape, text);
    default:
      return true;
  }
}

function isAllowed(values: ValueSet | undefined, text: string): boolean {
  return values?.closed !== true || isListed(values, text) || isExempt(values, text);
}

function isListed(values: ValueSet | undefined, text: string): boolean {
  return values?.values.some(({ value }) => String(value) === text) === true;
}

function isExempt({ exempt }: ValueSet, text: string): boolean {
  return exempt !== undefined && expressionOf(exempt).test(text);
}

/** The other formats have rules of their own; what they accept depends on the service. */
function fitsFormat({ format }: TextShape, text: string): boolean {
  switch (format) {
    case undefined:
    case 'json-text':
    case 'credentials':
      return true;
    case 'time-value':
    case 'byte-size':
      return /^-?\d+(\.\d+)?\s*[a-zµ]*$/i.test(text.trim());
    case 'url':
      return /^[a-z][a-z\d+.-]*:/i.test(text);
    case 'date':
      return /^\d{4}-\d{2}-\d{2}/.test(text);
    default:
      return text === '' || textFormatNamed(format)?.accepts(text) !== false;
  }
}
