import { contentKindNames } from '#app/features'
import { type OriginResponses, textAnswer } from '#app/response-cache/origin-responses'
import type { CachedResponse } from '#app/response-cache/response-cache'
import type { SiteReader } from '#app/site-reader'
import { publicVisit, type Visit } from '#app/visit'
import type { Fetch } from '#client/query-client'
import { recordKinds } from '#features/kinds'
import { href } from '#i18n/addresses/href'
import { markdownFile, sitePaths } from '#i18n/addresses/paths'
import { type Language, languages } from '#i18n/language'
import { translate } from '#i18n/translate'
import type { Config } from '#platform/config'
import { ownListPath, type RecordKind } from '#records/kind/record'
import { isTranslated, localize, recordHref } from '#records/translation/localize'
import type { Shown } from './linked-data'
import { type PageFacts, pageFacts } from './markdown-forms'

const kinds: readonly RecordKind[] = recordKinds

/** The number of newest records of a kind that it lists. */
const newest = 100

const byPath = new Map(languages.map((language) => [`${href(sitePaths.home, {}, language)}llms.txt`, language]))

type Tools = {
  answerPage: (visit: Visit) => Promise<CachedResponse | Response>
  fetch: Fetch
  site: Pick<SiteReader, 'values' | 'home'>
  obtain: OriginResponses
  config: Pick<Config, 'siteUrl'>
}

/** `/llms.txt` in each language (llmstxt.org): a description of the site, and links to its pages as Markdown. */
export function createLlmsFiles({ answerPage, fetch, site, obtain, config }: Tools) {
  return async (visit: Pick<Visit, 'path' | 'origin'>): Promise<CachedResponse | Response | undefined> => {
    const { path } = visit
    const language = byPath.get(path)
    if (!language) return undefined
    return obtain(visit, path, contentKindNames, async ({ origin }) =>
      textAnswer(path, await write(language, origin), { config, type: 'text/plain', language }),
    )
  }

  async function write(language: Language, origin: string): Promise<string> {
    const pages = await Promise.all(
      [...Object.values(sitePaths), ...kinds.flatMap((kind) => ownListPath(kind) ?? [])].map(async (path) => {
        const address = href(path, {}, language)
        const html = await pageAt(address, origin)
        return { address, facts: pageFacts(html), isListed: !html.includes('<meta name="robots" content="noindex"') }
      }),
    )
    const sections = [
      {
        title: translate(language, 'llms.pages'),
        links: pages.filter(({ isListed }) => isListed).map(({ address, facts }): Link => ({ address, facts })),
      },
    ]
    for (const kind of kinds.toReversed()) {
      const links = await linksOf(kind, language)
      // Kinds without a list page of their own are listed with the built-in pages.
      if (kind.label) sections.push({ title: translate(language, kind.label), links })
      else sections[0]!.links.push(...links)
    }
    const line = ({ address, facts: { title, description } }: Link) =>
      `- [${oneLine(title)}](${origin}${address}${markdownFile})${description === '' ? '' : `: ${oneLine(description)}`}`
    return [
      `# ${oneLine((await site.values()).name)}`,
      ...(pages[0]?.facts.description ? [`> ${oneLine(pages[0].facts.description)}`] : []),
      ...sections
        .filter(({ links }) => links.length > 0)
        .map(({ title, links }) => `## ${title}\n\n${links.map(line).join('\n')}`),
    ]
      .join('\n\n')
      .concat('\n')
  }

  async function pageAt(address: string, origin: string): Promise<string> {
    const found = await answerPage(publicVisit({ id: '', origin }, address))
    return found instanceof Response ? found.text() : new TextDecoder().decode(found.bytes)
  }

  async function linksOf(kind: RecordKind, language: Language): Promise<Link[]> {
    const answer = await fetch(`/api${kind.api}?limit=${newest}`)
    const rows = answer.ok ? ((await answer.json()) as Shown[]) : []
    // The home page is the first of the built-in ones.
    const home = kind.name === 'custom-page' ? await site.home() : undefined
    return rows
      .filter((row) => row.id !== home?.id && !isUnlisted(row, language) && isTranslated(row, language))
      .map((row) => {
        const { title, excerpt, description } = localize(row, language)
        return {
          address: recordHref(kind.page, row, language),
          facts: { title, description: excerpt ?? description ?? '' },
        }
      })
  }
}

function isUnlisted({ noindex, translations }: Shown, language: Language): boolean {
  const overlays: Partial<Record<string, { metadata?: { noindex?: boolean } }>> = translations
  return (overlays[language]?.metadata?.noindex ?? noindex) === true
}

type Link = { address: string; facts: Pick<PageFacts, 'title' | 'description'> }

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(/[[\]]/g, '\\$&')
