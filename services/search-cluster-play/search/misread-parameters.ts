import type { Field } from '@rulebook/catalogue/shape';
import { expressionOf } from '@rulebook/text/expressions';
import type { ClusterCall } from '../cluster/call';
import type { Problem } from '../indices/problem';
import { misread } from './misread';
import { fitsValue } from './misread-values';

/** Returns the first parameter of a request line whose value the service does not understand. */
export function misreadParameters({ query, match }: ClusterCall): Problem | undefined {
  const fields = match.kind === 'operation' ? match.operation.parameters.query : [];
  const wrong = fields.find((field) => {
    const value = query.get(field.name);
    return value !== undefined && value !== '' && !isFit(field, value);
  });
  const name = wrong?.name ?? ofAll.find((flag) => !/^(?:|true|false)$/.test(query.get(flag) ?? ''));
  return name === undefined ? undefined : misread(name);
}

/** Flags that every request may have. */
const ofAll = ['pretty', 'human', 'error_trace'];

function isFit({ shape }: Field, value: string): boolean {
  const { constraints = [] } = shape;
  return (
    fitsValue(shape, value) &&
    constraints.every((constraint) => {
      // What a setting of the cluster can allow, the search itself judges.
      const isFirm = constraint.provenance.kind === 'reference' && constraint.provenance.isRefused === true;
      return constraint.rule !== 'unsuitable-text' || !isFirm || !expressionOf(constraint.options.pattern).test(value);
    })
  );
}
