import type { QueryLanguage } from '@rulebook/catalogue/query-languages';
import { analyze } from './analyze';
import { helpAt } from './help';
import { layOut } from './layout';
import { namesInQuery, writeName } from './names';
import { offersAt } from './offers';
import { planOf } from './plan';
import { readQuery } from './read-query';
import { signatureAt } from './signature';

/** ES|QL, as Elasticsearch 8.19 and 9.5 read it. */
export const esql: QueryLanguage = {
  id: 'esql',
  title: 'ES|QL',
  tokensIn: (text) => readQuery(text).tokens,
  problemsIn: (text, context) => analyze(text, readQuery(text), context).problems,
  indicesIn: (text) =>
    readQuery(text)
      .commands.filter(({ name }) => name === 'FROM' || name === 'TS')
      .flatMap(({ sources }) => sources)
      .filter(
        (source) =>
          /^[^*:<>{}?,|"\s]+$/.test(source.text) && text.slice(source.span.start, source.span.end) === source.text,
      ),
  planOf,
  offersAt,
  helpAt,
  layOut,
  namesIn: namesInQuery,
  writeName,
  signatureAt,
};
