import { parseArgs } from 'node:util'
import { checkHtml } from './check-html'
import { checkLinkedData } from './check-linked-data'
import { checkLinks } from './check-links'
import { checkFeeds, checkSitemaps } from './check-xml'
import { readSite } from './read-site'

/**
 * `bun run check:site URL [--pages 200] [--others]`: runs third-party validators against a running site. Prints a line
 * for each finding, exits with 1 if there is one, and names what was skipped.
 */
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: { pages: { type: 'string', default: '200' }, others: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [start = ''] = positionals
const mostPages = Number(values.pages)
if (!URL.canParse(start) || !(mostPages >= 1)) {
  console.error('Usage: bun run check:site URL [--pages 200] [--others]')
  process.exit(2)
}

const site = await readSite(start, mostPages)
const { pages, sitemaps, feeds } = site
console.log(
  `Read ${pages.length} pages, ${sitemaps.length} sitemaps and ${feeds.length} feeds of ${new URL(start).origin}`,
)
const checks = await Promise.all([
  checkSitemaps(sitemaps),
  checkFeeds(feeds),
  checkLinkedData(pages),
  checkHtml(pages),
  checkLinks(pages, { origin: new URL(start).origin, others: values.others }),
])
const findings = [...site.findings, ...checks.flatMap((one) => one.findings)]
for (const { check, address, message } of findings) console.log(`${check}: ${address}: ${message}`)
for (const reason of [...site.skipped, ...checks.flatMap((one) => one.skipped)]) console.log(`(skipped) ${reason}`)
if (pages.length === 0) console.error(`There is no page at ${start} that robots.txt allows`)
console.log(findings.length === 1 ? '1 finding' : `${findings.length} findings`)
process.exit(findings.length > 0 || pages.length === 0 ? 1 : 0)
