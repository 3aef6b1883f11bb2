import type { CheckContext } from '../binding/model';
import type { Catalogue } from '../catalogue/model';
import type { Block } from '../syntax/model';
import { directiveNamed, directives, systemVariables } from './directives';
import { knownVersions } from './known-versions';
import type { Offer } from './offer';
import type { Site } from './site-at';

type SiteOf<K extends Site['kind']> = Extract<Site, { readonly kind: K }>;

/** Offers the directives that the block does not have yet. */
export function completeDirectiveName(site: SiteOf<'directive-name'>, block: Block): readonly Offer[] {
  const given = block.directives.filter(({ name }) => name.span.start !== site.span.start).map(({ name }) => name.text);
  return directives
    .filter(({ name }) => !given.includes(name))
    .map(({ name, summary }) => ({
      label: `@${name}`,
      kind: 'directive',
      reference: { of: 'directive', name },
      span: site.span,
      newText: `${site.hasAt ? '' : '@'}${name} `,
      filterText: `${site.hasAt ? '' : '@'}${name}`,
      detail: summary,
      rank: 0,
      triggersNext: true,
    }));
}

/** Offers the values of a directive: the names of endpoints, versions in which something changed, and kinds of deployment. */
export function completeDirectiveValue(
  site: SiteOf<'directive-value'>,
  context: CheckContext,
  catalogue: Catalogue,
): readonly Offer[] {
  return valuesOf(site.name, context, catalogue).map(({ text, detail }) => ({
    label: text,
    kind: 'value',
    reference: { of: 'directive', name: site.name },
    span: site.span,
    newText: text,
    detail,
    rank: 0,
  }));
}

/** Offers the names that can stand in `{{…}}`; never a value. */
export function completeVariable(site: SiteOf<'variable'>, block: Block): readonly Offer[] {
  const defined = block.variables.map(({ name }) => ({ name: name.text, detail: 'defined in this block', rank: 0 }));
  const used = block.holes
    .filter(({ span, name }) => name !== '' && !name.startsWith('$') && span.start !== site.span.start - 2)
    .map(({ name }) => ({ name, detail: 'used in this block', rank: 1 }));
  const system = systemVariables.map(({ name, summary }) => ({ name, detail: summary, rank: 2 }));
  const all = [...defined, ...used, ...system];
  return all
    .filter(({ name }, index) => all.findIndex((other) => other.name === name) === index)
    .map(({ name, detail, rank }) => ({
      label: name,
      kind: 'variable',
      reference: { of: 'text', text: `**\`${name}\`** · variable · ${detail}` },
      span: site.span,
      newText: site.isClosed ? name : `${name}}}`,
      detail,
      rank,
    }));
}

function valuesOf(
  name: string,
  { endpoints }: CheckContext,
  catalogue: Catalogue,
): readonly { readonly text: string; readonly detail: string }[] {
  if (name === 'endpoint') {
    return endpoints.map((endpoint) => ({ text: endpoint.name, detail: `${endpoint.service} · ${endpoint.baseUrl}` }));
  }
  if (name === 'target') {
    const versions = endpoints.flatMap(({ version, name: owner }) =>
      version ? [{ text: version, detail: owner }] : [],
    );
    const named = knownVersions(catalogue).map(({ version, news }) => ({
      text: version,
      detail: `first with ${news.slice(0, 3).join(', ')}${news.length > 3 ? ', …' : ''}`,
    }));
    const all = [...versions, ...named];
    return all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index);
  }
  return (directiveNamed(name)?.values ?? []).map((text) => ({ text, detail: '' }));
}
