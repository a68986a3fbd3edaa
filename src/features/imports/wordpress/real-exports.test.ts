import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { openImporting } from '#test/content/importing'
import { type WxrPost, wxrOf } from '#test/content/wxr'

const uploads = '/2024/05/pic.jpg'
let site: Awaited<ReturnType<typeof openImporting>>
beforeAll(async () => {
  site = await openImporting([uploads])
})
beforeEach(() => site.begin())
afterAll(() => site.close())

type Text = { title: string; content: string; slug: string; translations?: Record<string, { title?: string }> }
const contentOf = ({ content }: Text) => {
  const parsed: unknown = content.startsWith('{') ? JSON.parse(content) : content
  return typeof parsed === 'string' ? parsed : (parsed as Text).content
}

/** Imports a file; `skipped` and `failed` are titles and reasons. */
async function bring(xml: string, changes: Parameters<typeof site.run>[1] = {}) {
  const { status, json } = await site.sendFile(xml, 'old.xml')
  if (status !== 201)
    return { status, posts: [] as Text[], skipped: [], failed: [], created: 0, why: json.issues?.[0]?.message }
  const done = await site.run(json.id, changes)
  const posts = (await site.send<Text[]>('GET', '/api/blog?status=all')).json
  const whole = await Promise.all(
    posts.map(async ({ slug }) => (await site.send<Text>('GET', `/api/blog/${slug}?status=all`)).json),
  )
  const lines = (list: readonly { title: string; why: string }[]) => list.map(({ title, why }) => `${title}: ${why}`)
  return {
    status,
    posts: whole.toSorted((one, other) => one.slug.localeCompare(other.slug)),
    skipped: lines(done.skipped),
    failed: lines(done.failed),
    created: done.created.posts,
  }
}
const bringPost = async (post: Partial<WxrPost>) => {
  const { posts, skipped } = await bring(wxrOf([{ title: 'One', ...post }]))
  return { html: posts[0] ? contentOf(posts[0]) : '', title: posts[0]?.title, skipped }
}

test('posts with one guid all come, once', async () => {
  const xml = wxrOf([
    { title: 'First', guid: 'https://old.example/?p=1' },
    { title: 'Copy', guid: 'https://old.example/?p=1' },
    { title: 'Copy', guid: 'https://old.example/?p=1', slug: 'copy' },
  ])
  const first = await bring(xml)
  expect(first.posts.map(({ title, slug }) => [title, slug])).toEqual([
    ['Copy', 'copy'],
    ['Copy', 'copy-2'],
    ['First', 'first'],
  ])
  expect((await bring(xml)).created).toBe(0)
})

test('titles and descriptions of Rank Math are kept, with its variables filled in', async () => {
  const meta = { rank_math_title: '%title% %sep% 100% %sitename% %page%', rank_math_description: 'Of it' }
  const { posts } = await bring(wxrOf([{ title: 'One', meta }]))
  expect(posts[0]).toMatchObject({ metadata: { title: 'One – 100% Old', description: 'Of it' } })
})

test('languages of Polylang are paired, and those that the site lacks are listed', async () => {
  const of = (title: string, language: string, group?: string): WxrPost => ({
    title,
    terms: [
      { domain: 'language', slug: language, name: `Named ${language}` },
      ...(group ? [{ domain: 'post_translations', slug: group, name: group }] : []),
    ],
  })
  const { posts, skipped, failed } = await bring(
    wxrOf(
      [
        of('Unser Kran', 'de', 'pll_a'),
        of('Nuestra grúa', 'castellano', 'pll_a'),
        of('Our crane', 'en', 'pll_a'),
        of('Solo en español', 'es'),
        of('Only English', 'en', 'pll_b'),
      ],
      { languages: { castellano: 'es_ES' } },
    ),
  )
  expect(posts.map(({ title, translations }) => [title, translations?.es?.title])).toEqual([
    ['Only English', undefined],
    ['Our crane', 'Nuestra grúa'],
    ['Solo en español', 'Solo en español'],
  ])
  expect(skipped).toEqual(['Unser Kran: “de” isn’t a language of this site: left out'])
  expect(failed).toEqual([])
})

test('the old path of a text in another language leads to it in that language', async () => {
  const of = (title: string, slug: string, language: string, group: string): WxrPost => ({
    title,
    slug,
    terms: [
      { domain: 'language', slug: language, name: language },
      { domain: 'post_translations', slug: group, name: group },
    ],
  })
  const { failed } = await bring(
    wxrOf([
      of('Nuestra grúa', 'grua', 'es', 'pll_a'),
      of('Our crane', 'crane', 'en', 'pll_a'),
      of('Solo', 'solo', 'es', 'pll_b'),
    ]),
  )
  expect(failed).toEqual([])
  const moved = ['/grua/', '/crane/', '/solo/'].map(async (path) => (await site.ask(path)).headers.get('location'))
  expect(await Promise.all(moved)).toEqual(['/es/blog/grua/', '/blog/crane/', '/es/blog/solo/'])
  expect((await site.ask('/es/blog/grua/')).status).toBe(200)
})

test.each(['ISO-8859-1', 'windows-1252'])('an export in %s is read in that encoding', async (encoding) => {
  const xml = wxrOf([{ title: 'Ñandú' }]).replace(/encoding="[^"]*"/, `encoding="${encoding}"`)
  expect(xml).toContain(encoding)
  const { status, json } = await site.sendFile(Buffer.from(xml, 'latin1'), 'old.xml')
  expect(status).toBe(201)
  await site.run(json.id)
  expect((await site.send<Text[]>('GET', '/api/blog?status=all')).json.map(({ title }) => title)).toEqual(['Ñandú'])
})

test('a byte order mark counts more than the encoding that an export declares', async () => {
  const xml = wxrOf([{ title: 'Ñandú' }]).replace(/encoding="[^"]*"/, 'encoding="ISO-8859-1"')
  expect((await bring(`\uFEFF${xml}`)).posts.map(({ title }) => title)).toEqual(['Ñandú'])
})

test.each([
  ['[youtube https://www.youtube.com/watch?v=abcdefghijk]', 'https://www.youtube.com/watch?v=abcdefghijk'],
  ['[youtube=https://www.youtube.com/watch?v=abcdefghijk&w=320]', 'https://www.youtube.com/watch?v=abcdefghijk'],
  ['[youtube abcdefghijk]', 'https://www.youtube.com/watch?v=abcdefghijk'],
  ['[vimeo 123456 w=400]', 'https://vimeo.com/123456'],
  ['[vimeo]https://vimeo.com/77[/vimeo]', 'https://vimeo.com/77'],
])('the film of %s becomes a link', async (content, address) => {
  const { html } = await bringPost({ content: `Before\n\n${content}\n\nAfter` })
  expect(html).toContain(`<a href="${address}`)
  expect(html).not.toMatch(/\[|\]/)
})

test('languages of WPML are paired by its fields', async () => {
  const of = (title: string, meta: Record<string, string>, id?: number): WxrPost => ({ title, meta, id })
  const { posts, skipped } = await bring(
    wxrOf([
      of('Nuestra grúa', { _wpml_import_language_code: 'es', _wpml_import_translation_group: '7' }),
      of('Our crane', { _wpml_import_language_code: 'en', _wpml_import_translation_group: '7' }),
      of('The quay', { wpml_language: 'en' }, 40),
      of('El muelle', { wpml_language: 'es', _icl_lang_duplicate_of: '40' }, 41),
      of('A grua', { wpml_language: 'pt-br', _icl_lang_duplicate_of: '40' }, 42),
    ]),
  )
  expect(posts.map(({ title, translations }) => [title, translations?.es?.title])).toEqual([
    ['Our crane', 'Nuestra grúa'],
    ['The quay', 'El muelle'],
  ])
  expect(skipped).toEqual(['A grua: “pt-br” isn’t a language of this site: left out'])
})

test('two texts of one record in the same language both come', async () => {
  const terms = [
    { domain: 'language', slug: 'en', name: 'English' },
    { domain: 'post_translations', slug: 'pll_a', name: 'pll_a' },
  ]
  const { posts } = await bring(
    wxrOf([
      { title: 'One', terms },
      { title: 'Two', terms },
    ]),
  )
  expect(posts.map(({ title }) => title)).toEqual(['One', 'Two'])
})

test.each<[string, string, string]>([
  [
    'a film',
    '<figure class="wp-block-video"><video controls src="/f/spin.mp4"></video></figure>',
    'https://old.example/f/spin.mp4',
  ],
  [
    'a film with sources',
    '<video><source src="//cdn.example/a.webm"><p>No films here</p></video>',
    'https://cdn.example/a.webm',
  ],
  ['a sound', '<audio src="https://old.example/a.mp3"></audio>', 'https://old.example/a.mp3'],
  ['a frame', '<p><iframe src="https://maps.example/embed?x=1"></iframe></p>', 'https://maps.example/embed?x=1'],
  ['a lazy frame', '<iframe src="about:blank" data-src="https://maps.example/"></iframe>', 'https://maps.example/'],
  [
    'an object',
    '<object data="https://old.example/plan.pdf"><embed src="https://old.example/plan.pdf"></object>',
    'https://old.example/plan.pdf',
  ],
  [
    'an old object',
    '<object><param name="movie" value="https://www.youtube.com/v/abcdefghijk"></object>',
    'https://www.youtube.com/watch?v=abcdefghijk',
  ],
  [
    'YouTube',
    '<iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0"></iframe>',
    'https://www.youtube.com/watch?v=abcdefghijk',
  ],
  [
    'YouTube shorts',
    '<iframe src="https://youtube.com/shorts/abcdefghijk"></iframe>',
    'https://www.youtube.com/watch?v=abcdefghijk',
  ],
  ['Vimeo', '<iframe src="https://player.vimeo.com/video/12345?h=ab12"></iframe>', 'https://vimeo.com/12345/ab12'],
  [
    'Dailymotion',
    '<iframe src="https://www.dailymotion.com/embed/video/x7abc"></iframe>',
    'https://www.dailymotion.com/video/x7abc',
  ],
  [
    'an embedded address',
    '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://youtu.be/abcdefghijk\n</div></figure>',
    'https://www.youtube.com/watch?v=abcdefghijk',
  ],
  [
    'the shortcode of a film',
    '[video width="640" mp4="https://old.example/a.mp4"][/video]',
    'https://old.example/a.mp4',
  ],
  ['the shortcode of a sound', '[audio src="https://old.example/a.mp3"]', 'https://old.example/a.mp3'],
])('%s becomes a link', async (_, content, address) => {
  const { html } = await bringPost({ content: `<p>Before</p>\n\n${content}\n\n<p>After</p>` })
  expect(html).toContain(`<a href="${address.replaceAll('&', '&amp;')}">`)
  expect(html).toMatch(/^<p>Before<\/p>[\s\S]*<p>After<\/p>$/)
  expect(html).not.toMatch(/<(?:figure|p|div)>\s*<\/|<iframe|<video|\[/)
})

test('a player without an address is listed, and leaves no empty figure', async () => {
  const { html, skipped } = await bringPost({ content: '<figure><iframe srcdoc="x"></iframe></figure><p>Text</p>' })
  expect(html).toBe('<p>Text</p>')
  expect(skipped).toEqual(['One: “<iframe>” plays there and has no address to link to: removed'])
})

test('pictures of noscript are pictures, instead of the placeholder before them', async () => {
  const { html } = await bringPost({
    content:
      '<p><img src="data:image/gif;base64,R0lGOD" data-src="https://far.example/a.png"><noscript><img src="https://far.example/a.png" alt="A"></noscript></p>',
  })
  expect(html).toBe('<p><img src="https://far.example/a.png" alt="A"></p>')
})

test('pictures are fetched from the hosts of the attachments alone', async () => {
  const files = `http://${site.old}`
  const xml = wxrOf([
    { title: 'pic', type: 'attachment', status: 'inherit', attachment: `${files}${uploads}` },
    { title: 'With a picture', content: `<p><img src="${files}${uploads}?w=300" alt="p"></p>` },
    { title: 'With another', content: '<p><img src="https://far.example/2024/05/other.jpg" alt="o"></p>' },
  ])
  const { posts, failed } = await bring(xml)
  expect(failed).toEqual([])
  expect(posts.map(contentOf)).toEqual([
    expect.stringMatching(/^<p><img src="\/media\/\d+\/pic\.\w+" alt="p"><\/p>$/),
    '<p><img src="https://far.example/2024/05/other.jpg" alt="o"></p>',
  ])
})

test.each<[string, string, string]>([
  ['named entities', 'Caf&eacute; &mdash; &copy; &hellip;', 'Café — © …'],
  ['an entity that nobody knows', 'A &unknown; B &eacute;', 'A &unknown; B é'],
  ['a bare ampersand', 'R & D', 'R & D'],
  ['ampersands in a row', 'A && B &', 'A && B &'],
  ['a control character', 'Be&#7;ll&#x1b;', 'Bell'],
  ['halves of characters', 'A&#55357;&#56832;&#xD83D;&#xde00;&#xD800; &#56832;B', 'A😀😀 B'],
  ['numbers that are no character', 'A&#xFFFF;&#x110000;&#99999999; B', 'A B'],
  ['the end of a section', 'a ]]> b', 'a ]]> b'],
  ['a section as WordPress splits it', '<![CDATA[a ]]]]><![CDATA[> b]]>', 'a ]]> b'],
  ['an entity in a section', '<![CDATA[R &amp; D &eacute;]]>', 'R & D é'],
  ['a bare ampersand in a section', '<![CDATA[R & D]]>', 'R & D'],
  ['the end of a section in a section', '<![CDATA[a ]]> b]]>', 'a ]]> b'],
  ['text after a section', '<![CDATA[a]]> b', 'a b'],
])('a title with %s is read', async (_, xml, title) => {
  const { posts } = await bring(wxrOf([{ title: 'One', xmlTitle: xml }, { title: 'Two' }]))
  expect(posts.map((post) => post.title).toSorted()).toEqual([title, 'Two'].toSorted())
})

test.each<[string, (xml: string) => string, number]>([
  ['blank lines before the declaration', (xml) => `\n\n  \r\n${xml}`, 201],
  ['a warning of PHP before the declaration', (xml) => `<br />\n<b>Warning</b>: nothing\n${xml}`, 201],
  ['a warning of PHP behind the end', (xml) => `${xml}\n<br />\n<b>Warning</b>: a & b`, 201],
  ['a mark of the byte order', (xml) => `\uFEFF${xml}`, 201],
  ['a bare ampersand in an address', (xml) => xml.replace('<link>', '<link>https://old.example/?a=1&b=2&'), 201],
  ['a document type', (xml) => xml.replace('<rss', '<!DOCTYPE rss [<!ENTITY a "b">]>\n<rss'), 422],
  ['half of it', (xml) => xml.slice(0, xml.length * 0.7), 422],
  ['an open section', (xml) => xml.replace(']]></content:encoded>', ''), 422],
])('of an export with %s', async (_, change, status) => {
  const xml = change(wxrOf([{ title: 'One', content: '<p>Text</p>' }]))
  const answer = await bring(xml)
  expect([answer.status, answer.posts.map(({ title }) => title)]).toEqual([status, status === 201 ? ['One'] : []])
})

test('a shortcode with many attributes is removed as a whole', async () => {
  const attributes = Array.from({ length: 300 }, (_, index) => `a${index}="[${index}]"`).join(' ')
  const { html, skipped } = await bringPost({ content: `<p>[module ${attributes}]Kept[/module]</p>` })
  expect(html).toBe('<p>Kept</p>')
  expect(skipped).toHaveLength(1)
})

test('references and remarks in brackets are text, and shortcodes are removed and listed', async () => {
  const text = 'Cash[Nak09], see [fig1], [1], [sic], [and/or], [x = 5], [co-written], [Smith 2009] and [see p. 4].'
  const { html, skipped } = await bringPost({
    content: `<p>${text}</p>\n<p>[Nak09]</p>\n<p>[sic]</p>\n<p>[Applause]</p>\n[contact-form-7 id="12"]\n<p>A [my_code] and [tab title="x"]kept[/tab] and [rev_slider home]</p>`,
  })
  expect(html).toContain(text)
  expect(html).toMatch(/<p>\[Nak09\]<\/p>\s*<p>\[sic\]<\/p>\s*<p>\[Applause\]<\/p>/)
  expect(html).toContain('<p>A  and kept and ')
  expect(skipped.map((line) => /\[[^\]]*\]/.exec(line)?.[0])).toEqual([
    '[contact-form-7]',
    '[my_code]',
    '[tab]',
    '[rev_slider]',
  ])
})

test('footnotes of the block editor keep their texts, and the marks lead to them', async () => {
  const mark = (id: string, number: number) =>
    `<sup data-fn="${id}" class="fn"><a href="#${id}" id="${id}-link">${number}</a></sup>`
  const [first, second] = ['5e1c1f0e-9d3a-4e7e-8f00-0123456789ab', 'b7']
  const { html, skipped } = await bringPost({
    content: `<!-- wp:paragraph --><p>A${mark(first!, 1)} and B${mark(second!, 2)}.</p><!-- /wp:paragraph --><!-- wp:footnotes /-->`,
    meta: {
      footnotes: JSON.stringify([
        { content: 'The <em>first</em>.', id: first },
        { content: 'The second.', id: second },
      ]),
    },
  })
  const ids = [...html.matchAll(/<sup id="([^"]+)"><a href="#([^"]+)">/g)]
  expect(ids).toHaveLength(2)
  for (const [, own, target] of ids) {
    expect(html).toContain(`<li id="${target}"><span>`)
    expect(html).toContain(`<a href="#${own}">↩</a>`)
  }
  expect(html).toMatch(/The <em>first<\/em>\.[\s\S]*The second\./)
  expect(skipped).toEqual([])
})

test('the words in the comments of blocks are kept, or the block is listed', async () => {
  const { html, skipped } = await bringPost({
    content: [
      '<!-- wp:social-links --><ul class="wp-block-social-links"><!-- wp:social-link {"url":"https://example.org/me","service":"mastodon"} /--><!-- wp:social-link {"url":"ana@example.org","service":"mail","label":"Write"} /--></ul><!-- /wp:social-links -->',
      '<!-- wp:navigation-link {"label":"Docs","url":"https://example.org/docs"} /-->',
      '<!-- wp:embed {"url":"https://youtu.be/abcdefghijk"} /-->',
      '<!-- wp:social-links --><ul class="wp-block-social-links"></ul><!-- /wp:social-links -->',
      '<!-- wp:latest-posts {"postsToShow":3} /-->',
    ].join('\n'),
  })
  expect(html).toContain(
    '<li><a href="https://example.org/me">Mastodon</a></li><li><a href="mailto:ana@example.org">Write</a></li>',
  )
  expect(html).toContain('<a href="https://example.org/docs">Docs</a>')
  expect(html).toContain('<a href="https://youtu.be/abcdefghijk">')
  expect(html).not.toMatch(/<ul>\s*<\/ul>/)
  expect(skipped).toEqual(['One: [wp:latest-posts] has no equivalent here: removed'])
})

test('reusable blocks are part of the texts that show them', async () => {
  const { posts, skipped } = await bring(
    wxrOf([
      {
        title: 'Shows',
        content:
          '<!-- wp:paragraph --><p>A</p><!-- /wp:paragraph --><!-- wp:block {"ref":70} /--><!-- wp:block {"ref":99} /-->',
      },
      {
        title: 'Hours',
        type: 'wp_block',
        id: 70,
        content: '<!-- wp:paragraph --><p>From 8 to 5</p><!-- /wp:paragraph -->',
      },
      { title: 'Unused', type: 'wp_block', id: 71, content: '<p>x</p>' },
    ]),
  )
  expect(contentOf(posts[0]!)).toMatch(/<p>A<\/p>\s*<p>From 8 to 5<\/p>/)
  expect(skipped).toEqual([
    'Shows: [wp:block] has no equivalent here: removed',
    'Unused: There is no place here for a “wp_block”: left out',
  ])
})

test('a slug with the ending of a file keeps its parts apart, and an address with two slashes redirects', async () => {
  const { posts, failed } = await bring(
    wxrOf([
      { title: 'Old file', slug: 'old-valve.html', link: 'https://old.example/old-valve.html' },
      { title: 'Two slashes', slug: 'two-slashes', link: 'https://old.example//two-slashes-page/' },
    ]),
  )
  expect(posts.map(({ slug }) => slug)).toEqual(['old-valve-html', 'two-slashes'])
  expect(failed).toEqual([])
  for (const [from, to] of [
    ['/old-valve.html', '/blog/old-valve-html/'],
    ['/two-slashes-page/', '/blog/two-slashes/'],
    ['//two-slashes-page/', '/blog/two-slashes/'],
  ] as const) {
    const { status, headers } = await site.ask(from)
    expect([status, new URL(headers.get('location') ?? '', 'http://acme.test').pathname]).toEqual([301, to])
  }
})

test('a text that the site cannot store is listed, and the others come', async () => {
  const { posts, skipped } = await bring(
    wxrOf([
      { title: 'Long', content: `<p>${'word '.repeat(120_000)}</p>` },
      { title: 'T'.repeat(300), slug: 't' },
    ]),
  )
  expect(posts.map(({ title }) => title)).toEqual(['T'.repeat(200)])
  expect(skipped).toEqual([
    'Long: This text is longer than the site can store',
    `${'T'.repeat(200)}: “${'T'.repeat(40)}…” has more than 200 characters: the rest is left out`,
  ])
})
