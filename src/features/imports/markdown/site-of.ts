import { isRecord } from '#text/parse-json'
import { readFrontMatter, readYaml } from './front-matter'
import type { OpenZip } from './open-zip'

const yamlFiles = [
  '_config.yml',
  '_config.yaml',
  'hugo.yaml',
  'hugo.yml',
  'config.yaml',
  'config.yml',
  'config/_default/hugo.yaml',
]
const tomlFiles = ['hugo.toml', 'config.toml', 'config/_default/hugo.toml', 'config/_default/config.toml']
const astroFiles = ['astro.config.mjs', 'astro.config.ts', 'astro.config.js']

/** The host of the site that the files make, as its configuration names it; '' where none does. */
export async function siteOf(zip: OpenZip, most: number): Promise<string> {
  for (const name of [...yamlFiles, ...tomlFiles, ...astroFiles]) {
    const text = zip.entries.has(name) ? await zip.text(name, most) : undefined
    const host = text === undefined ? '' : hostOf(addressIn(name, text))
    if (host !== '') return host
  }
  return ''
}

function addressIn(name: string, text: string): unknown {
  if (astroFiles.includes(name)) return /\bsite:\s*['"`]([^'"`]+)['"`]/.exec(text)?.[1]
  const facts = tomlFiles.includes(name) ? readFrontMatter(`+++\n${text}\n+++\n`).facts : readYaml(text)
  const { url, baseURL, baseUrl, baseurl } = isRecord(facts) ? facts : {}
  return [url, baseURL, baseUrl, baseurl].find((address) => typeof address === 'string' && /^https?:/.test(address))
}

function hostOf(address: unknown): string {
  const url = typeof address === 'string' ? URL.parse(address) : null
  const isPlaceholder = url !== null && /^(?:localhost|127\.0\.0\.1|example\.(?:com|org))$/.test(url.hostname)
  return url && /^https?:$/.test(url.protocol) && !isPlaceholder ? url.host : ''
}
