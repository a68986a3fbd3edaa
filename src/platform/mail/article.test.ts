import { describe, expect, test } from 'bun:test'
import type { LibraryPicture } from '#contract/picture-variants'
import { articleHtml, type ArticleContext, articleText } from './article'
import { composeMail } from './compose-mail'
import { textsIn } from '#test/content/texts-in'

const photograph: LibraryPicture = {
  hash: 'abc',
  width: 3000,
  height: 2000,
  focus: { x: 0.5, y: 0.5 },
  alt: textsIn('A loom', { es: 'Un telar' }),
  decorative: false,
  colour: '#807060',
  sort: 'still',
}
const place: ArticleContext = {
  page: 'https://acme.test/es/blog/a/',
  language: 'es',
  signal: '#908f00',
  pictures: {
    '/media/7/loom.jpg': photograph,
    '/media/8/plan.svg': { ...photograph, sort: 'drawing', width: 80, height: 40 },
    '/media/9/logo.webp': { ...photograph, colour: null },
    '/media/10/steps.gif': { ...photograph, sort: 'moving' },
  },
}

describe('an article in a mail', () => {
  test('has links in its language and pictures with absolute URLs and alternative text', () => {
    const html = articleHtml(
      '<p><a href="/about/?a=1#b">us</a> <a href="/es/about/">es</a> <a href="#note-1">1</a> <a href="{host}/media/9/a.pdf">PDF</a> <a href="mailto:a@b.es">mail</a></p>' +
        '<img src="/media/7/loom.jpg"><img src="/media/8/plan.svg" alt="Plan"><img src="https://other.test/x.png" alt="" width="40">' +
        '<img src="/media/9/logo.webp"><img src="/media/10/steps.gif"><img src="/images/about-workshop.webp" alt="Office" width="1600" height="1000">',
      place,
    )
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)).toEqual([
      'https://acme.test/es/about/?a=1#b',
      'https://acme.test/es/about/',
      'https://acme.test/es/blog/a/#note-1',
      'https://acme.test/media/9/a.pdf',
      'mailto:a@b.es',
    ])
    expect(
      [...html.matchAll(/<img class="ink" src="([^"]*)" alt="([^"]*)" width="(\d+)"(?: height="(\d+)")?/g)].map(
        (found) => found.slice(1).map((part: string | undefined) => part ?? ''),
      ),
    ).toEqual([
      ['https://acme.test/media/abc/mail.jpg', 'Un telar', '544', '363'],
      ['https://acme.test/media/abc/mail.png', 'Plan', '80', '40'],
      ['https://other.test/x.png', '', '40', ''],
      ['https://acme.test/media/abc/mail.png', 'Un telar', '544', '363'],
      ['https://acme.test/media/abc/mail.gif', 'Un telar', '544', '363'],
      ['https://acme.test/images/about-workshop.jpg', 'Office', '544', '340'],
    ])
  })

  test('has relative links resolved against the post, as HTML and as text, and none in its code', async () => {
    const content =
      '<p><a href="../other/">rel</a>, <a href="?x=1">q</a>, <a href="b/#c">b</a></p><pre>&lt;a href="/x/"&gt;</pre>'
    const html = articleHtml(content, place)
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)).toEqual([
      'https://acme.test/es/blog/other/',
      'https://acme.test/es/blog/a/?x=1',
      'https://acme.test/es/blog/a/b/#c',
    ])
    expect(html).toContain('href=&quot;/x/&quot;&gt;')
    const text = (await articleText(content, place)).replaceAll(/\s+/g, ' ')
    for (const target of ['other/', 'a/?x=1', 'a/b/#c']) expect(text).toContain(`(https://acme.test/es/blog/${target})`)
  })

  test('shows the link of a video in the typeface of its text', () => {
    const html = articleHtml('<p>Text</p><figure><a href="https://vimeo.com/1">A loom at work</a></figure>', place)
    const fontOf = (tag: string) => new RegExp(`<${tag} [^>]*(font:[^;"]*)`).exec(html)?.[1]
    expect(fontOf('figure')).toBe(fontOf('p')!)
  })

  test('keeps what mail clients can show, escaped', () => {
    const html = articleHtml(
      '<p lang="fr">1 &lt; 2 &amp; "3"<br><strong>x</strong><video>gone</video></p><ol start="3"><li>a</li></ol>',
      place,
    )
    expect(html).toContain('lang="fr">1 &lt; 2 &amp; &quot;3&quot;<br><strong>x</strong>gone</p>')
    expect(html).toMatch(/<ol class="ink" style="[^"]*" start="3"><li/)
    const table = articleHtml(
      '<table><tr><th>Step</th><th>Minutes</th></tr><tr><th>Look</th><td>12</td></tr></table>',
      place,
    )
    expect([...table.matchAll(/<th scope="(\w+)"[^>]*>(\w+)/g)].map((found) => found.slice(1).join(' '))).toEqual([
      'col Step',
      'col Minutes',
      'row Look',
    ])
    expect(articleHtml('<pre>a\n  b</pre>', place)).toContain('white-space:pre-wrap')
  })

  test('has a plain-text version', async () => {
    const text = await articleText(
      '<h2>How</h2><p>See <a href="/about/">us</a> or <a href="https://x.test/">https://x.test/</a>.</p><figure><img src="/a.png" alt="A chart"><figcaption>Figure 1</figcaption></figure><table><tr><th>Step</th><th>Minutes</th></tr><tr><td>Look</td><td>12</td></tr></table>',
      place,
    )
    expect(text).toBe(
      'How\n\nSee us (https://acme.test/es/about/) or https://x.test/.\n\n[A chart]\n\nFigure 1\n\nStep   Minutes\nLook   12',
    )
  })

  test('has light tables: the style of their cells is in the head of the letter', () => {
    const row = (tag: string, at: number) =>
      `<tr>${Array.from({ length: 6 }, (_, cell) => `<${tag}><p>${at * 7 + cell}</p></${tag}>`).join('')}</tr>`
    const rows = Array.from({ length: 100 }, (_, at) => row('td', at)).join('')
    const html = articleHtml(`<table><thead>${row('th', 0)}</thead><tbody>${rows}</tbody></table>`, place)
    expect(html.match(/<td class="cell">/g)).toHaveLength(600)
    expect(html.length).toBeLessThan(40_000)
    const letter = composeMail({ ...plainLetter, article: { html, text: '' } })
    expect(letter.html).toContain('.cell { padding: 6px 8px;')
    expect(letter.html.match(/\/unsubscribe\//g)).toHaveLength(1)
  })

  test('has the way out at the top too where its end would be hidden', () => {
    for (const [words, links] of [
      [400, 1],
      [4000, 2],
    ] as const) {
      const html = articleHtml('<p>Año</p>'.repeat(words), place)
      const letter = composeMail({ ...plainLetter, article: { html, text: '' } }).html
      expect(Buffer.byteLength(letter) > 90 * 1024).toBe(links === 2)
      expect(letter.match(/\/unsubscribe\//g)).toHaveLength(links)
      expect(
        Buffer.from(letter)
          .subarray(0, 102 * 1024)
          .toString(),
      ).toContain('/unsubscribe/abc/')
    }
  })
})

const plainLetter = {
  language: 'en',
  site: 'Acme',
  subject: 'News',
  title: 'News',
  paragraphs: ['Short.'],
  foot: 'You asked for it.',
  leave: { label: 'Unsubscribe', url: 'https://acme.test/unsubscribe/abc/' },
} as const
