import { placeInSource, sourceName } from '@rulebook/catalogue/source-names';
import { needJson } from '@rulebook/checker/privileges/need-json';
import type { Explanation } from './explanation';

/** Returns an explanation as the JSON that `rulebook explain` promises to scripts. */
export function explanationJson(explanation: Explanation): Readonly<Record<string, unknown>> {
  const { label, method, url, endpoint, headers, body, isBodyCut, credential, variables, problems, sending } =
    explanation;
  const { needs, effects, operation } = explanation;
  return {
    label,
    method,
    url,
    operation: operation ?? null,
    endpoint: endpoint
      ? {
          name: endpoint.name,
          baseUrl: endpoint.baseUrl,
          why: endpoint.why,
          protected: endpoint.isProtected,
          insecure: endpoint.isInsecure,
          ...(endpoint.proxy !== undefined && { proxy: endpoint.proxy }),
        }
      : null,
    headers,
    body: body ?? null,
    ...(isBodyCut && { bodyCut: true }),
    credential,
    ...(sending.length > 0 && { directives: sending }),
    variables: variables.map(({ name, value, source, kind, isSecret, shadows }) => ({
      name,
      source,
      secret: isSecret,
      kind,
      ...(value !== undefined && { value }),
      shadows,
    })),
    needs: needs?.map(needJson) ?? null,
    effects: effects.map(({ kind, message, provenance }) => ({
      kind,
      message,
      document: provenance ? sourceName(provenance) : null,
      section: provenance ? (placeInSource(provenance) ?? null) : null,
      ...(provenance && { layer: provenance.kind }),
      ...(provenance?.kind === 'reference' && { reference: provenance.source }),
    })),
    problems,
  };
}
