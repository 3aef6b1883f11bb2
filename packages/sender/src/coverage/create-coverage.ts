import type { Binding } from '@rulebook/checker/binding/model';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import { elementsOf } from './elements';
import { exercisedBy, responseNamed, statusesAskedBy, type FillText } from './exercised-by';
import type {
  Coverage,
  CoverageTotals,
  CoveredOperation,
  ElementKind,
  Half,
  RequestPlace,
  ServiceCoverage,
  Share,
} from './model';

/** Counts what requests exercise of services. */
export interface CoverageCount {
  /** Counts a request that is written in a file, whose variables `fill` knows. Returns whether it is of one of the services. */
  readonly write: (binding: Binding, place: RequestPlace, fill?: FillText) => boolean;
  /** Counts the body of a request that is in a file of its own. */
  readonly writeBody: (binding: Binding, fill?: FillText) => void;
  /** Answers are counted, also where there are none. */
  readonly expectAnswers: () => void;
  /**
   * Counts a request that received a response with this status; `filled` is the same request as it was sent. Returns whether it is of one of
   * the services.
   */
  readonly answer: (binding: Binding, status: number, filled?: Binding) => boolean;
  readonly end: () => Coverage;
}

interface Counted {
  readonly operation: Operation;
  readonly elements: ReadonlyMap<string, ElementKind>;
  readonly names: Readonly<Record<Half, Set<string>>>;
  readonly requests: RequestPlace[];
  readonly undescribed: Set<number>;
  answers: number;
}

/** Creates the count of services, whose operations are those that are described. */
export function createCoverage(services: readonly Pick<Service, 'id' | 'title' | 'operations'>[]): CoverageCount {
  const counted = new Map<string, Map<string, Counted>>();
  for (const { id, operations } of services) {
    const own = new Map<string, Counted>();
    for (const operation of operations) {
      // What is known to be there and not described has nothing to exercise.
      if (operation.isOutline === true) continue;
      own.set(keyOfOperation(operation), {
        operation,
        elements: elementsOf(operation),
        names: { written: new Set(), answered: new Set() },
        ...{ requests: [], undescribed: new Set<number>(), answers: 0 },
      });
    }
    counted.set(id, own);
  }
  let others = 0;
  let hasAnswers = false;
  const find = ({ match, service }: Binding): Counted | undefined =>
    match.kind === 'operation' && service !== undefined
      ? counted.get(service.id)?.get(keyOfOperation(match.operation))
      : undefined;
  const exercise = (
    found: Counted,
    half: Half,
    binding: Binding,
    statuses: readonly number[],
    fill?: FillText,
  ): void => {
    for (const name of exercisedBy(binding, fill)) found.names[half].add(name);
    for (const status of statuses) {
      const name = responseNamed(found.operation, status);
      if (name !== undefined) found.names[half].add(name);
      else if (half === 'answered') found.undescribed.add(status);
    }
  };
  return {
    write: (binding, place, fill) => {
      const found = find(binding);
      if (found === undefined) others += 1;
      else {
        found.requests.push(place);
        exercise(found, 'written', binding, statusesAskedBy(binding), fill);
      }
      return found !== undefined;
    },
    writeBody: (binding, fill) => {
      const found = find(binding);
      if (found !== undefined) exercise(found, 'written', binding, [], fill);
    },
    expectAnswers: () => {
      hasAnswers = true;
    },
    answer: (binding, status, filled) => {
      const found = find(binding);
      if (found === undefined) return false;
      found.answers += 1;
      exercise(found, 'answered', binding, [status]);
      if (filled !== undefined && find(filled) === found) exercise(found, 'answered', filled, []);
      return true;
    },
    end: () => ({
      services: services.map(({ id, title }) => serviceOf(id, title, [...(counted.get(id)?.values() ?? [])])),
      hasAnswers,
      others,
    }),
  };
}

/** The same operation has the same method and path in all layers. */
function keyOfOperation({ methods: [method = ''], path }: Operation): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
}

function serviceOf(service: string, title: string, counted: readonly Counted[]): ServiceCoverage {
  const operations = counted.map(
    ({ operation, elements, names, requests, answers, undescribed }): CoveredOperation => ({
      id: operation.id,
      method: operation.methods.join('|'),
      path: operation.path,
      title: operation.title,
      isDeprecated: operation.deprecated !== undefined,
      ...{ requests, answers },
      elements: [...elements].map(([name, kind]) => ({
        ...{ kind, name },
        written: names.written.has(name),
        answered: names.answered.has(name),
      })),
      undescribed: [...undescribed].toSorted((a, b) => a - b),
    }),
  );
  return { service, title, operations, totals: totalsOf(operations) };
}

function totalsOf(operations: readonly CoveredOperation[]): CoverageTotals {
  const share = (kind: ElementKind): Share => {
    const elements = operations.flatMap((one) => one.elements.filter((element) => element.kind === kind));
    const count = (half: Half) => elements.filter((one) => one[half]).length;
    return { all: elements.length, written: count('written'), answered: count('answered') };
  };
  return {
    operations: {
      all: operations.length,
      written: operations.filter(({ requests }) => requests.length > 0).length,
      answered: operations.filter(({ answers }) => answers > 0).length,
    },
    parameters: share('parameter'),
    values: share('value'),
    responses: share('response'),
  };
}
