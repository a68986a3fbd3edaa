import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { validateXML } from 'xmllint-wasm'
import type { Outcome } from './finding'
import type { Sent } from './read-site'

const folder = join(import.meta.dir, 'schemas')
const sitemapSchema = join(dirname(Bun.resolveSync('sitemap/package.json', import.meta.dir)), 'schema/sitemap.xsd')
const file = (fileName: string, path = join(folder, fileName)) => ({ fileName, contents: readFileSync(path, 'utf8') })

/** Validates sitemaps and sitemap indexes against their schemas, with libxml2. */
export async function checkSitemaps(sitemaps: Sent[]): Promise<Outcome> {
  const checked = await Promise.all(
    sitemaps.map((sent) =>
      sent.text.includes('<sitemapindex')
        ? validate('sitemap', sent, { schema: file('sitemap-index.xsd') })
        : validate('sitemap', sent, {
            schema: file('sitemap.xsd'),
            preload: [file('urlset.xsd', sitemapSchema), file('alternate.xsd')],
          }),
    ),
  )
  return { findings: checked.flat(), skipped: sitemaps.length ? [] : ['sitemap: there is none'] }
}

/** Validates Atom feeds against their schema. RSS has none. */
export async function checkFeeds(feeds: Sent[]): Promise<Outcome> {
  const isAtom = ({ text }: Sent) => text.includes('http://www.w3.org/2005/Atom') && !text.includes('<rss')
  const checked = await Promise.all(
    feeds.filter(isAtom).map((sent) => validate('feeds', sent, { schema: file('atom.rng'), extension: 'relaxng' })),
  )
  const others = feeds.filter((sent) => !isAtom(sent)).map(({ address }) => `feeds: ${address} (RSS has no schema)`)
  return { findings: checked.flat(), skipped: feeds.length ? others : ['feeds: no page names one'] }
}

type Against = Pick<Parameters<typeof validateXML>[0], 'preload' | 'extension'> & { schema: ReturnType<typeof file> }

async function validate(check: string, { address, text }: Sent, against: Against) {
  const { errors } = await validateXML({
    xml: { fileName: 'sent.xml', contents: text },
    maxMemoryPages: 8192,
    ...against,
  })
  return errors.map(({ loc, message }) => ({
    check,
    address,
    message: `${loc ? `line ${loc.lineNumber}: ` : ''}${message}`,
  }))
}
