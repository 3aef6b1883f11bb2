import type { DeliveryTable } from '@rulebook/catalogue/resources';
import { memberAt, listedAt } from './read-resources';

/** A delivery as a row of a table. */
export interface DeliveryRow {
  readonly id: string;
  readonly event: string;
  readonly action: string;
  /** Status code and text. */
  readonly status: string;
  /** In the unit of the service: seconds. */
  readonly duration: number | undefined;
  /** As the service writes it. */
  readonly delivered: string;
  /** Milliseconds since 1970; absent for a text that is not a time. */
  readonly time: number | undefined;
  readonly isRedelivery: boolean;
  /** The receiver did not answer with 2xx. */
  readonly isFailed: boolean;
}

/** Returns the deliveries of a response in their order; undefined when it is not a list. */
export function readDeliveries({ columns }: DeliveryTable, answer: unknown): readonly DeliveryRow[] | undefined {
  return listedAt(answer, [])?.flatMap(({ value }) => {
    const text = (column: keyof DeliveryTable['columns']) => textOfMember(memberAt(value, columns[column]));
    const id = text('id');
    if (id === '') return [];
    const code = Number(text('code'));
    const duration = memberAt(value, columns.duration);
    const time = Date.parse(text('time'));
    return [
      {
        id,
        event: text('event'),
        action: text('action'),
        status: `${code > 0 ? code : ''} ${text('status')}`.trim(),
        duration: typeof duration === 'number' ? duration : undefined,
        delivered: text('time'),
        time: Number.isNaN(time) ? undefined : time,
        isRedelivery: memberAt(value, columns.redelivery) === true,
        isFailed: !(code >= 200 && code < 300),
      },
    ];
  });
}

function textOfMember(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : '';
}
