import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { SaxesParser } from 'saxes'
import { testPipeline } from '#test/pipeline'

const siteUrl = 'https://acme.test'
let t: Awaited<ReturnType<typeof testPipeline>>
beforeAll(async () => {
  t = await testPipeline({ config: { siteUrl, securityContact: 'mailto:security@acme.test' } })
})
beforeEach(async () => {
  await t.reset()
  t.kept.clear()
})
afterAll(() => t.close())

const textOf = async (path: string, headers: Record<string, string> = {}) => (await t.ask(path, { headers })).text()
const spanish = { cookie: 'industria-language=es' }

describe('the feeds', () => {
  test('have the newest twenty in full, with absolute URLs, whatever the visitor prefers', async () => {
    for (let day = 1; day <= 21; day++)
      await t.publish(`day-${day}`, `Day ${day} <&>`, {
        publishedAt: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
        content: '<p>Whole <a href="/about/">text</a> <a href="#end">end</a><img src="/images/a.webp" alt=""></p>',
      })
    const answer = await t.ask('/blog/feed.xml')
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-language')]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
      'en',
    ])
    const xml = await answer.text()
    const titles = [...xml.matchAll(/<entry>\s*<title[^>]*>(.*?)<\/title>/g)].map(([, title]) => title)
    expect(titles).toHaveLength(20)
    expect(titles[0]).toContain('Day 21 &lt;&amp;&gt;')
    expect(xml).toContain('https://acme.test/blog/day-21/')
    expect(xml).toContain('href="https://acme.test/about/"')
    expect(xml).toContain('href="https://acme.test/blog/day-21/#end"')
    expect(xml).toContain('src="https://acme.test/images/a.webp"')
    expect(await textOf('/blog/feed.xml', spanish)).toBe(xml)
  })

  test('in Spanish have only translated posts, and link to Spanish pages', async () => {
    await t.publish('both', 'Both', {
      content: '<p><a href="/contact/">C</a></p>',
      translations: { es: { title: 'Ambos', content: '<p><a href="/contact/">C</a></p>' } },
    })
    await t.publish('one', 'One', { translations: { es: { content: '<p>Sin título</p>' } } })
    const xml = await textOf('/es/blog/feed.xml')
    expect(xml).toContain('xml:lang="es"')
    expect([...xml.matchAll(/<entry>/g)]).toHaveLength(1)
    expect(xml).toContain('Ambos')
    expect(xml).toContain('https://acme.test/es/contact/')
  })

  test('change with the posts, and have nothing that is not published', async () => {
    expect(await textOf('/blog/feed.xml')).not.toContain('<entry>')
    await t.publish('later', 'Later', { publishedAt: new Date(Date.now() + 3_600_000).toISOString() })
    expect(await textOf('/blog/feed.xml')).not.toContain('<entry>')
    await t.publish('now', 'Now\u0001')
    expect(await textOf('/blog/feed.xml')).toMatch(/<entry>[\s\S]*Now/)
    expect(await textOf('/blog/feed.xml')).not.toContain('\u0001')
  })

  test('are well-formed XML with the exact texts, whatever they are', async () => {
    const odd = `R&D <Notes> "quoted" 'and' ]]> &amp; &lt;b&gt; – ñ 😀`
    const written = { title: `${odd} 1`, excerpt: `${odd} 2`, author: `${odd} 3`, category: `${odd} 4` }
    const content = '<p>]]> <code>a &lt; b &amp;&amp; c</code> <a href="/search/?q=a&amp;b=c">x</a></p>'
    await t.publish('odd', written.title, { ...written, content, translations: { es: { ...written, content } } })
    for (const path of ['/blog/feed.xml', '/es/blog/feed.xml']) {
      const [entry = {}] = entriesOf(await textOf(path))
      expect(entry).toMatchObject({ name: written.author, label: written.category, term: written.category })
      expect(toText(entry.title)).toBe(written.title)
      expect(toText(entry.summary)).toBe(written.excerpt)
      expect(toText(entry.content)).toBe(toText(content))
      expect(entry.content).toContain('href="https://acme.test')
    }
  })

  test('change the attributes of elements only: code samples and sentences are shown as on the page', async () => {
    const content =
      '<pre><code>&lt;a href="#top"&gt;x&lt;/a&gt; &lt;img src="/logo.png" srcset="/logo.png 2x"&gt;</code></pre>' +
      '<p title="see href=&quot;/title/&quot;">In text: href="/about/" and src="/logo.png" stay, cite="/a/" too.</p>' +
      '<pre>\n\nline</pre><blockquote cite="/source/"><p>“ href="#x"”</p></blockquote>' +
      '<p><img src="/images/a.webp" srcset="/images/a.webp 1x, b.png 2x" alt=" src=&quot;/alt.png&quot;"></p>'
    await t.publish('code', 'Code', { content })
    const [entry = {}] = entriesOf(await textOf('/blog/feed.xml'))
    expect(toText(entry.content)).toBe(toText(content))
    expect(toText(entry.content)).toContain('<a href="#top">x</a> <img src="/logo.png" srcset="/logo.png 2x">')
    const place = document.createElement('div')
    place.innerHTML = entry.content ?? ''
    const attribute = (selector: string, name: string) => place.querySelector(selector)?.getAttribute(name)
    expect(attribute('img', 'alt')).toBe(' src="/alt.png"')
    expect(attribute('img', 'src')).toBe('https://acme.test/images/a.webp')
    expect(attribute('img', 'srcset')).toBe('https://acme.test/images/a.webp 1x, https://acme.test/blog/code/b.png 2x')
    expect(attribute('blockquote', 'cite')).toBe('https://acme.test/source/')
  })

  test('resolve relative links against the address of the post in their language', async () => {
    const content =
      '<p><a href="../other/">rel</a> <a href="?x=1">q</a> <a href="#part">f</a> <a href="other/">o</a> <a href="/about/">a</a> <a href="mailto:a@b.example">m</a></p>'
    await t.publish('own', 'Own', { content, translations: { es: { title: 'Propio', slug: 'propio', content } } })
    for (const [feed, blog, about] of [
      ['/blog/feed.xml', 'https://acme.test/blog/', 'https://acme.test/about/'],
      ['/es/blog/feed.xml', 'https://acme.test/es/blog/', 'https://acme.test/es/about/'],
    ]) {
      const own = blog + (feed === '/blog/feed.xml' ? 'own/' : 'propio/')
      const [entry = {}] = entriesOf(await textOf(feed!))
      expect([...(entry.content ?? '').matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
        `${blog}other/`,
        `${own}?x=1`,
        `${own}#part`,
        `${own}other/`,
        about!,
        'mailto:a@b.example',
      ])
      const markdown = await textOf(`${new URL(own).pathname}index.md`)
      for (const url of [`${blog}other/`, `${own}?x=1`, `${own}other/`]) expect(markdown).toContain(`](${url})`)
    }
  })

  test('are linked from every page', async () => {
    for (const path of ['/', '/es/', '/blog/', '/legal/']) {
      const html = await textOf(path)
      expect(html).toContain('type="application/atom+xml"')
      for (const feed of ['/blog/feed.xml', '/es/blog/feed.xml']) expect(html).toContain(`href="${feed}"`)
    }
  })
})

/** The texts and attributes of each entry by name. Throws for malformed XML. */
function entriesOf(xml: string): Record<string, string>[] {
  const entries: Record<string, string>[] = []
  let text = ''
  const take = (name: string, value: string) => void Object.assign(entries.at(-1) ?? {}, { [name]: value })
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    text = ''
    if (name === 'entry') entries.push({})
    for (const [attribute, value] of Object.entries(attributes)) take(attribute, String(value))
  })
  parser.on('text', (part) => (text += part))
  parser.on('cdata', (part) => (text += part))
  parser.on('closetag', ({ name }) => take(name, text))
  parser.write(xml).close()
  return entries
}

/** The plain text of HTML. */
function toText(html = ''): string {
  const place = document.createElement('div')
  place.innerHTML = html
  return place.textContent ?? ''
}

type Node = Record<string, unknown> & { '@type': string }
async function nodesOf(path: string): Promise<Node[]> {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await textOf(path)) ?? []
  return (JSON.parse(json) as { '@graph': Node[] })['@graph']
}

describe('structured data', () => {
  test('has the organization of the site and its search, in the language of the page', async () => {
    const [organization, site] = await nodesOf('/es/')
    expect(organization).toMatchObject({ '@type': 'Organization', url: 'https://acme.test/' })
    expect(site).toMatchObject({
      '@type': 'WebSite',
      inLanguage: 'es',
      potentialAction: { target: 'https://acme.test/es/search/?q={search_term_string}' },
    })
  })

  test('of a post has its author and its breadcrumb; nothing in it closes its element', async () => {
    await t.publish('first', 'First </script><script>alert(1)</script>', { author: 'Ada' })
    await t.publish('second', 'Second')
    const [post, crumbs] = await nodesOf('/blog/first/')
    expect(post).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'First </script><script>alert(1)</script>',
      author: { '@type': 'Person', name: 'Ada' },
      url: 'https://acme.test/blog/first/',
    })
    expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList', itemListElement: [{}, {}, { position: 3 }] })
    expect((await nodesOf('/blog/second/'))[0]).toMatchObject({ author: { '@type': 'Organization' } })
    expect((await nodesOf('/about/'))[0]).toMatchObject({ itemListElement: [{ position: 1 }, { position: 2 }] })
  })

  test('the breadcrumb of a category ends with it, in the language of the page', async () => {
    await t.publish('first', 'First', { category: 'Field notes' })
    const ends = async (path: string) => (await nodesOf(path))[0]
    expect(await ends('/blog/category/field-notes/')).toMatchObject({
      itemListElement: [
        { position: 1 },
        { name: 'Blog', item: 'https://acme.test/blog/' },
        { name: 'Field notes', item: 'https://acme.test/blog/category/field-notes/' },
      ],
    })
    expect(await ends('/es/blog/category/field-notes/')).toMatchObject({
      itemListElement: [{}, {}, { position: 3, item: 'https://acme.test/es/blog/category/field-notes/' }],
    })
    expect((await ends('/blog/'))?.itemListElement).toHaveLength(2)
  })

  test('an untranslated post is the English one on its Spanish page', async () => {
    await t.publish('one', 'One')
    expect((await nodesOf('/es/blog/one/'))[0]).toMatchObject({ inLanguage: 'en', url: 'https://acme.test/blog/one/' })
  })

  test('a missing page has none', async () => {
    const html = await textOf('/blog/nowhere/')
    expect(html).not.toContain('ld+json')
    expect(html).not.toContain('og:')
  })
})

describe('the picture of a shared link', () => {
  test('is generated, with its size and alternative text, and the author and date of the post', async () => {
    await t.publish('first', 'First "light"', { author: 'Ada', category: 'Notes' })
    const html = await textOf('/blog/first/')
    for (const tag of [
      '<meta property="og:image" content="https://acme.test/social/blog/first/en-1.png"/>',
      '<meta property="og:image:width" content="1200">',
      '<meta property="og:image:type" content="image/png">',
      '<meta property="og:image:alt" content="First &quot;light&quot;">',
      '<meta property="article:author" content="Ada">',
      '<meta property="article:section" content="Notes">',
    ])
      expect(html).toContain(tag)
    expect(html).toMatch(/<meta property="article:published_time" content="20[^"]+Z">/)
  })

  test('is the picture of the post where it has one', async () => {
    await t.publish('own', 'Own', { metadata: { ogImage: '/og.png' } })
    expect(await textOf('/blog/own/')).toContain('property="og:image" content="https://acme.test/og.png"')
    expect(await textOf('/blog/own/')).not.toContain('/social/')
  })
})

describe('security.txt', () => {
  test('has the contact and its expiry date', async () => {
    const text = await textOf('/.well-known/security.txt')
    expect(text).toContain('Contact: mailto:security@acme.test\n')
    expect(text).toContain('Canonical: https://acme.test/.well-known/security.txt\n')
    const holds = Date.parse(/Expires: (.*)/.exec(text)?.[1] ?? '') - Date.now()
    const day = 86_400_000
    expect(holds).toBeGreaterThan(150 * day)
    expect(holds).toBeLessThan(365 * day) // as RFC 9116 recommends
  })

  test('does not exist without a contact', async () => {
    const other = await testPipeline()
    expect((await other.ask('/.well-known/security.txt')).status).toBe(404)
    await other.close()
  })
})
