import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { cpuTime } from '#test/cpu-time'
import { tries } from '#test/tries'
import { sanitizeHtml } from './sanitize'

describe('what an editor writes is unchanged', () => {
  const kept = [
    '<h2>Title</h2><p>Some <strong>bold</strong>, <em>soft</em> and <code>plain</code> words.<br>A new line.</p>',
    '<ul><li>one</li><li><p>two</p></li></ul><ol start="3" reversed><li value="7">three</li></ol>',
    '<blockquote><p>quoted</p></blockquote><hr><p>H<sub>2</sub>O, x<sup>2</sup>, <mark>marked</mark>, <del>gone</del></p>',
    '<pre><code class="language-ts">const a = 1 &lt; 2</code></pre>',
    '<figure><img src="/images/a.webp" srcset="/images/a.webp 1x, /images/b.webp 2x" alt="A lathe" width="640" height="480" loading="lazy"><figcaption>A lathe</figcaption></figure>',
    '<table><caption>Figures</caption><thead><tr><th scope="col" colspan="2">Year</th></tr></thead><tbody><tr><td rowspan="2">2026</td><td>1</td></tr><tr><td>2</td></tr></tbody></table>',
    '<details open><summary>More</summary><p>text</p></details>',
    '<p><a href="/contact/">here</a>, <a href="#top">top</a>, <a href="mailto:a@example.com">mail</a>, <a href="tel:+34600000000">call</a>, <a href="https://example.com/?a=1&amp;b=2" title="There">there</a></p>',
    '<p lang="es" dir="ltr">¿Qué tal? 😀 مرحبا</p>',
    '<img src="/a.webp" alt="">',
    '<p>a<sup id="note-k3f9-ref"><a href="#note-k3f9">1</a></sup></p><ol><li id="note-k3f9"><span>b</span> <a href="#note-k3f9-ref">↩</a></li></ol>',
  ]
  for (const html of kept) test(html.slice(0, 60), () => expect(sanitizeHtml(html)).toBe(html))
})

test('no ids remain in a text but those of footnotes, each once', () => {
  expect(sanitizeHtml('<p id="note-a">a</p><h2 id="main">b</h2><ol><li id="root">c</li></ol>')).toBe(
    '<p>a</p><h2>b</h2><ol><li>c</li></ol>',
  )
  expect(sanitizeHtml('<ol><li id="note-a">a</li><li id="note-a">b</li><li id="note-B">c</li></ol>')).toBe(
    '<ol><li id="note-a">a</li><li>b</li><li>c</li></ol>',
  )
  expect(sanitizeHtml('<sup id="note-a-ref"><p>a</p><p>b</p></sup>')).toBe(
    '<p><sup id="note-a-ref">a</sup></p><p><sup>b</sup></p>',
  )
})

test('a link that opens a new tab gets rel="noopener noreferrer"', () => {
  expect(sanitizeHtml('<a href="https://example.com" target="_blank" rel="opener">x</a>')).toBe(
    '<a href="https://example.com" target="_blank" rel="noopener noreferrer">x</a>',
  )
})

describe('scripts, styles and remote content are removed', () => {
  const attacks: [string, string][] = [
    ['<script>alert(1)</script><p>x</p>', '<p>x</p>'],
    ['<p onclick="alert(1)" style="position:fixed" class="big" id="root">x</p>', '<p>x</p>'],
    ['<img src=x onerror=alert(1)>', '<img src="x" alt="">'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href=" java\nscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="data:text/html,<script>alert(1)</script>">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    ['<img src="data:image/svg+xml,<svg onload=alert(1)>">', ''],
    ['<img srcset="javascript:alert(1) 1x, /a.webp 2x" alt="a">', '<img srcset="/a.webp 2x" alt="a">'],
    ['<iframe src="https://evil.example"></iframe><object data="x"></object><embed src="x">', ''],
    [
      '<style>p{display:none}</style><link rel="stylesheet" href="x"><meta http-equiv="refresh" content="0;url=//evil">',
      '',
    ],
    [
      '<svg><animate onbegin=alert(1) attributeName=x></svg><math><mtext><img src=x onerror=alert(1)></mtext></math>',
      '',
    ],
    ['<form action="//evil"><input name=a><button>x</button></form>', 'x'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', ''],
    [
      '<code class="language-ts evil">x</code><p class="language-ts">y</p>',
      '<code class="language-ts">x</code><p>y</p>',
    ],
    ['<template><script>alert(1)</script></template>', ''],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['<<script>alert(1)//<</script>', '&lt;'],
  ]
  for (const [html, clean] of attacks) test(html.slice(0, 60), () => expect(sanitizeHtml(html)).toBe(clean))
})

describe('badly nested markup becomes what a browser makes of it, and valid', () => {
  const mended: [name: string, html: string, valid: string][] = [
    ['a block in a paragraph', '<p>a<div>b</div>c', '<p>a</p><div>b</div>c'],
    ['a figure in a paragraph', '<p>a<figure><img src="/a" alt="">', '<p>a</p><figure><img src="/a" alt=""></figure>'],
    [
      'a block in text',
      '<strong>a<p>b <em>c</em></p></strong>',
      '<strong>a</strong><p><strong>b <em>c</em></strong></p>',
    ],
    ['a block in a block that is gone', '<p>a<button><div>b</div></button>c</p>', '<p>a</p><div>b</div><p>c</p>'],
    ['paragraphs in a heading', '<h2><p>a</p><p lang="es">b</p></h2>', '<h2>a<br><span lang="es">b</span></h2>'],
    ['a heading in a heading', '<h2><em>a<h3>b</h3></em></h2>', '<h2><em>a</em></h2><h3><em>b</em></h3>'],
    ['a paragraph in code', '<pre><p>a</p><p>b</p></pre>', '<pre>a\nb</pre>'],
    ['items without a list', 'a<li>b</li> <li value="3">c</li>', 'a<ul><li>b</li> <li>c</li></ul>'],
    ['a list in a list', '<ul><li>a</li><ol><li>b</li></ol>c</ul>', '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>'],
    ['terms without a list', '<dt>a<dd>b', '<dl><dt>a</dt><dd>b</dd></dl>'],
    ['a meaning without a term', '<dl><dd>a</dd><dt>b</dt>c</dl>', '<dl><dt></dt><dd>a</dd><dt>b</dt><dd>c</dd></dl>'],
    ['a heading in a term', '<dl><dt><h3>a</h3></dt><dd>b</dd></dl>', '<dl><dt><p>a</p></dt><dd>b</dd></dl>'],
    [
      'an unclosed table',
      '<table><tr><td>a<td>b<p>c',
      '<table><tbody><tr><td>a</td><td>b<p>c</p></td></tr></tbody></table>',
    ],
    ['cells without a table', '<tr><td>a</td></tr>b', 'ab'],
    ['text in a table', '<table>a<tr><td>b</table>', 'a<table><tbody><tr><td>b</td></tr></tbody></table>'],
    [
      'a table out of order',
      '<table><tfoot><tr><td>a</tfoot><tbody><tr><td>b</tbody><caption>c</caption></table>',
      '<table><caption>c</caption><tbody><tr><td>b</td></tr></tbody><tfoot><tr><td>a</td></tr></tfoot></table>',
    ],
    [
      'a table with holes',
      '<table><tr><td rowspan="9">a<td>b<tr></tr><tr></table>',
      '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
    ],
    [
      'rows of unequal width',
      '<table><tr><td>a<td>b<td>c<tr><td>d</table>',
      '<table><tbody><tr><td>a</td><td>b</td><td>c</td></tr><tr><td>d</td><td colspan="2"></td></tr></tbody></table>',
    ],
    [
      'cells that overlap',
      '<table><tr><td>a<td rowspan="2">b<tr><td colspan="2">c</table>',
      '<table><tbody><tr><td>a</td><td rowspan="2">b</td></tr><tr><td>c</td></tr></tbody></table>',
    ],
    [
      'columns that are not there',
      '<table><col span="3"><tr><td>a<td colspan="5">b</table>',
      '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
    ],
    [
      'a heading in a head cell',
      '<table><tr><th headers="x" scope="all"><h3>a</h3></table>',
      '<table><tbody><tr><th><p>a</p></th></tr></tbody></table>',
    ],
    ['a caption without a figure', '<figcaption>a</figcaption>', '<p>a</p>'],
    [
      'two captions of a figure',
      '<figure>a<figcaption>b</figcaption>c<figcaption>d</figcaption></figure>',
      '<figure>ac<p>d</p><figcaption>b</figcaption></figure>',
    ],
    [
      'a summary that comes late',
      '<details><p>a</p><summary>b<p>c</p></summary></details>',
      '<details><summary>b<br>c</summary><p>a</p></details>',
    ],
    [
      'details without a summary',
      '<details>a</details><summary>b</summary>',
      '<details><summary>…</summary>a</details><p>b</p>',
    ],
    ['a link in a link', '<a href="/a">a<a href="/b">b</a></a>', '<a href="/a">a</a><a href="/b">b</a>'],
    [
      'a table in a link',
      '<a href="/a"><table><tr><td>a <a href="/b">b</a></table></a>',
      '<table><tbody><tr><td><a href="/a">a </a><a href="/b">b</a></td></tr></tbody></table>',
    ],
    ['formatting that crosses', '<b>a<i>b</b>c</i>', '<b>a<i>b</i></b><i>c</i>'],
    [
      'old names, and sections',
      '<center>a<p>b</p></center><strike>c</strike><menu><li>d</menu>',
      '<p>a</p><p>b</p><s>c</s><ul><li>d</li></ul>',
    ],
    [
      'a time that is none',
      '<time>soon</time> <time datetime="2026-02-30">a</time> <time datetime="2026-02-03">b</time>',
      'soon a <time datetime="2026-02-03">b</time>',
    ],
  ]
  for (const [name, html, valid] of mended) test(name, () => expect(sanitizeHtml(html)).toBe(valid))
})

describe('invalid values are corrected or removed', () => {
  const mended: [html: string, valid: string][] = [
    [
      '<img src="/a" width="10px" height="50%" loading="soon" decoding="Async">',
      '<img src="/a" width="10" decoding="async" alt="">',
    ],
    ['<img alt="In words"><img srcset="/a 100w, /b 2x, /c 0w">', 'In words<img srcset="/a 100w" sizes="100vw" alt="">'],
    [
      '<img src="/a" sizes="100vw" alt=""><img src="/a" srcset="/b 100w" sizes="huge" alt="">',
      '<img src="/a" alt=""><img src="/a" srcset="/b 100w" sizes="100vw" alt="">',
    ],
    [
      '<a href="/a b|c?d[]=1#e#f">x</a><a href="/100%">y</a>',
      '<a href="/a%20b%7Cc?d%5B%5D=1#e%23f">x</a><a href="/100%25">y</a>',
    ],
    [
      '<a href="https:example.com">x</a><a href="https://me:secret@example.com/">y</a>',
      '<a href="https://example.com/">x</a><a href="https://example.com/">y</a>',
    ],
    [
      '<a href="http://[bad/">x</a><a href="/\\evil.example">y</a><a href="tel:+34 600 000">z</a>',
      '<a>x</a><a>y</a><a href="tel:+34600000">z</a>',
    ],
    [
      '<a target="_blank" rel="nofollow" hreflang="es">x</a><a href="/" target="_top2">y</a>',
      '<a>x</a><a href="/">y</a>',
    ],
    [
      '<p lang="klingon" dir="up">x</p><p lang="es-ES">y</p><p lang="">z</p>',
      '<p>x</p><p lang="es-ES">y</p><p lang="">z</p>',
    ],
    ['<ol start="two" type="q"><li value="x">a</li></ol><td headers="h">', '<ol><li>a</li></ol>'],
    [
      '<p title="&#xD83D;&#xDE00;">&#xac00;&#55357;&#56832;&#55357; &amp;#55357;&#56832;</p>',
      '<p title="😀">가😀\ufffd &amp;#55357;\ufffd</p>',
    ],
    ['<p title="a" title="b">a\u0001b\u0085c\ufdd0d</p>', '<p title="a">abcd</p>'],
  ]
  for (const [html, valid] of mended) test(html.slice(0, 60), () => expect(sanitizeHtml(html)).toBe(valid))
})

describe('markup that would be slow', () => {
  const bombs = {
    'too deep': '<div>'.repeat(100_000),
    'formatting copied into every paragraph': `<p>${Array.from({ length: 400 }, (_, turn) => `<b title="${turn}">`).join('')}x</p>${'<p>x'.repeat(50_000)}`,
    'blocks in a hundred texts': `${'<b>'.repeat(90)}${'<hr><div>x</div>'.repeat(20_000)}`,
    'a wide table': `<table><tr>${'<td colspan=1000>x'.repeat(2000)}${'<tr><td>y'.repeat(5000)}</table>`,
    commas: `<img src="/a" srcset="${','.repeat(400_000)}">`,
  }
  for (const [name, html] of Object.entries(bombs)) {
    test(
      name,
      () => {
        const taken = cpuTime(() => {
          const clean = sanitizeHtml(html)
          expect(clean.length).toBeLessThan(html.length * 4)
          expect(sanitizeHtml(clean)).toBe(clean)
        })
        expect(taken).toBeLessThan(15_000)
      },
      120_000,
    )
  }
})

test('a long text known to be clean costs next to nothing', () => {
  const html = '<h2>Title</h2><p>Some <strong>bold</strong> and <a href="/">linked</a> words.</p>'.repeat(2500)
  const timed = () => cpuTime(() => expect(sanitizeHtml(html)).toBe(html))
  const first = timed()
  expect(Math.min(timed(), timed(), timed())).toBeLessThan(first / 4)
})

const pieces = [
  'p',
  'div',
  'a href="/"',
  'table',
  'caption',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'td colspan="2"',
  'td rowspan="2"',
  'td',
  'th',
  'li',
  'ul',
  'ol',
  'dl',
  'dt',
  'dd',
  'figure',
  'figcaption',
  'details',
  'summary',
  'h2',
  'h3',
  'b',
  'span',
  'ins',
  'pre',
  'code',
  'blockquote',
  'img src="/a"',
  'br',
  'hr',
  'section',
  'button',
  'time',
].flatMap((start) => [`<${start}>`, `</${start.split(' ')[0]}>`])
const nested = fc
  .array(fc.constantFrom(...pieces, 'x', 'y', ' ', '\n'), { maxLength: 40 })
  .map((parts) => parts.join(''))
const lettersOf = (html: string) => [...html.replace(/<[^>]*>/g, '').replace(/[^xy]/g, '')].toSorted().join('')

test('any nesting is stable, every part has its parent, and no text is lost', () => {
  fc.assert(
    fc.property(nested, (html) => {
      const clean = sanitizeHtml(html)
      expect(sanitizeHtml(clean)).toBe(clean)
      expect(misplaced(clean)).toEqual([])
      expect(lettersOf(clean)).toBe(lettersOf(html))
    }),
    tries(2000),
  )
})

const parents: Record<string, string> = {
  li: 'ul ol',
  dt: 'dl div',
  dd: 'dl div',
  figcaption: 'figure',
  summary: 'details',
  caption: 'table',
  colgroup: 'table',
  col: 'colgroup',
  thead: 'table',
  tbody: 'table',
  tfoot: 'table',
  tr: 'thead tbody tfoot',
  td: 'tr',
  th: 'tr',
}
const blocks = 'p div blockquote ul ol dl pre figure details table h2 h3 hr'.split(' ')
const noBlocks = 'p h2 h3 pre b span code time'.split(' ')

/** Elements in places where they are not allowed, by the nesting of the text itself. */
function misplaced(html: string): string[] {
  const open: string[] = []
  const found: string[] = []
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z\d]+)/g)) {
    if (slash) {
      if (open.pop() !== tag) found.push(`</${tag}>`)
      continue
    }
    const parent = open.at(-1) ?? 'div'
    if (parents[tag] && !parents[tag].split(' ').includes(parent)) found.push(`${tag} in ${parent}`)
    if (blocks.includes(tag) && open.some((one) => noBlocks.includes(one))) found.push(`${tag} in ${open.join(' ')}`)
    if (['a', 'table', 'details', 'pre'].includes(tag) && open.includes('a')) found.push(`${tag} in a link`)
    if (!['br', 'hr', 'img', 'col'].includes(tag)) open.push(tag)
  }
  return [...found, ...open]
}

const scraps = [
  '<',
  '>',
  '</',
  '/>',
  '"',
  "'",
  '=',
  ' ',
  '&',
  '&lt;',
  '&#60;',
  '&amp;lt;',
  'a',
  'p',
  'img',
  'script',
  'svg',
  'math',
  'style',
  'title',
  'noscript',
  'textarea',
  'template',
  'table',
  'tr',
  'td',
  'iframe',
  'xmp',
  'href',
  'src',
  'srcset',
  'onerror',
  'javascript:',
  'alert(1)',
  '/a 2x',
  ',',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '\n',
  '\0',
  '\u{2028}',
  'ñ',
]
const tags = [
  'p',
  'div',
  'a',
  'table',
  'tr',
  'td',
  'li',
  'svg',
  'annotation-xml',
  'noscript',
  'template',
  'b',
  'form',
  'textarea',
  'dd',
].flatMap((name) => [`<${name}>`, `</${name}>`])
const join = (parts: string[]) => parts.join('')
const markup = fc.oneof(
  fc.array(fc.constantFrom(...scraps), { maxLength: 40 }).map(join),
  fc.array(fc.constantFrom(...tags, 'x'), { maxLength: 20 }).map(join),
)

test('sanitizing is idempotent', () => {
  fc.assert(
    fc.property(fc.oneof(markup, fc.string({ unit: 'binary' })), (html) => {
      const once = sanitizeHtml(html)
      expect(sanitizeHtml(once)).toBe(once)
    }),
    tries(3000),
  )
})

test('no handler, script or foreign scheme survives in any tag', () => {
  fc.assert(
    fc.property(markup, (html) => {
      for (const tag of sanitizeHtml(html).match(/<[^>]*>/g) ?? []) {
        expect(tag).not.toMatch(/^<\/?(?:script|style|svg|math|iframe|object|noscript|template|title|textarea|xmp)\b/i)
        expect(tag).not.toMatch(/\son\w+=|(?:href|src)="\s*javascript:/i)
      }
    }),
    tries(3000),
  )
})
