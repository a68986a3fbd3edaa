import { DOMParser } from '@tiptap/pm/model'
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sanitizeHtml } from '#text/sanitize'
import { parseHtml } from '#editing/rich-text/canonical-html'
import { countUneditableBlocks, toDocument, toHtml } from '#editing/rich-text/html-document'
import { schema } from '#editing/rich-text/schema'
import { cleanPaste } from './clean-paste'

/** The stored HTML of a pasted clipboard. */
function pasted(html: string): string {
  const stored = toHtml(DOMParser.fromSchema(schema).parse(parseHtml(cleanPaste(html).html)))
  expect(sanitizeHtml(stored)).toBe(stored.replaceAll('&nbsp;', '\u00a0'))
  expect(countUneditableBlocks(toDocument(stored))).toBe(0)
  return stored
}
const clipboard = (name: string) => readFileSync(join(import.meta.dir, 'clipboards', name), 'utf8')

describe('a paste from other programs keeps its structure and nothing else', () => {
  test('Word: title, headings, list paragraphs, a table with bold headings, tracked changes and comments', () => {
    expect(pasted(clipboard('word.html'))).toBe(
      [
        '<h2>Opening hours</h2>',
        '<p>The workshop is open <strong>every day</strong>, but not on <em>holidays</em>, at 20&nbsp;°C.</p>',
        '<h3>What to bring</h3>',
        '<ul><li>Gloves<ul><li>thin ones</li></ul></li><li>A <a href="https://example.org/lamp?size=2">lamp</a></li></ul>',
        '<ol><li>Knock</li><li>Enter</li></ol>',
        '<table><thead><tr><th>Day</th><th>Hours</th></tr></thead><tbody><tr><td>Monday</td><td>7</td></tr></tbody></table>',
        '<p>See you there.</p>',
      ].join('\n'),
    )
  })

  test('Word in the browser: every item in a list of its own', () => {
    expect(pasted(clipboard('word-online.html'))).toBe(
      [
        '<h2>Plan</h2>',
        '<ul><li>One<ul><li>Inner</li></ul></li><li>Two</li></ul>',
        '<p>After <strong>the</strong> list</p>',
      ].join('\n'),
    )
  })

  test('Google Docs: styles instead of marks, nested lists between items, redirect links', () => {
    expect(pasted(clipboard('google-docs.html'))).toBe(
      [
        '<h2>Report</h2>',
        '<p>Some <strong>bold</strong>, <em>italic</em>, <s>struck</s> text, CO<sub>2</sub> and a <a href="https://example.org/a?b=1">link</a>.</p>',
        '<ul><li>One<ul><li>Inner</li></ul></li><li>Two</li></ul>',
        '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>',
        '<p>The end</p>',
      ].join('\n'),
    )
  })

  test('LibreOffice: fonts and sizes as elements', () => {
    expect(pasted(clipboard('libreoffice.html'))).toBe(
      [
        '<h2>Informe</h2>',
        '<p>Un texto con <strong>negrita</strong> y <em>cursiva</em>.</p>',
        '<ol><li>Primero</li><li>Segundo</li></ol>',
        '<table><tbody><tr><td>uno</td><td>dos</td></tr></tbody></table>',
      ].join('\n'),
    )
  })

  test('a web page: sections, players, tracking parameters and pixels, soft and hard spaces', () => {
    expect(pasted(clipboard('web-page.html'))).toBe(
      [
        '<h2>Article</h2>',
        '<p>First paragraph with a <a href="https://example.com/x">link</a>.</p>',
        '<p>Second one, after two breaks.<br>One line more.</p>',
        '<blockquote><p>Said</p></blockquote>',
        '<pre><code>const a = 1\nconst b = 2</code></pre>',
        '<p><img src="https://example.com/photo.jpg" alt="A lathe" width="640" height="480"></p>',
        '<p>https://www.youtube.com/watch?v=dQw4w9WgXcQ</p>',
      ].join('\n'),
    )
  })

  test('a code editor: lines of div in one', () => {
    expect(
      pasted(
        '<meta charset="utf-8"><div style="color: #ccc;font-family: Menlo, Monaco, \'Courier New\', monospace;white-space: pre;"><div><span style="color: #c0c;">const</span> a = 1</div><div>  b()</div></div>',
      ),
    ).toBe('<pre><code>const a = 1\n  b()</code></pre>')
  })
})

describe('a list that begins several levels deep', () => {
  const word = (level: number, text: string) =>
    `<p class=MsoListParagraph style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">·</span>${text}</p>`
  const items = (html: string) =>
    Array.from(parseHtml(html).querySelectorAll('li'), (item) => item.firstChild?.textContent)

  test.each([
    [
      'Google Docs',
      '<b id="docs-internal-guid-1" style="font-weight:normal"><ul><ul><ul><li aria-level="3"><p>a</p></li></ul></ul><li aria-level="1"><p>b</p></li></ul></b>',
      '<ul><li>a</li><li>b</li></ul>',
    ],
    ['Word', word(3, 'a') + word(1, 'b') + word(2, 'c'), '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    [
      'lists in items',
      '<ol><li><ol><li><ol><li>a</li></ol></li><li>b</li></ol></li><li>c</li></ol>',
      '<ol><li>a</li><li>b</li><li>c</li></ol>',
    ],
    [
      'an empty paragraph first',
      '<ul><li><p><br></p><ul><li>a</li></ul></li><li>b</li></ul>',
      '<ul><li>a</li><li>b</li></ul>',
    ],
    [
      'a level left out below an item',
      '<ul><li>a<ul><ul><li>b</li></ul></ul></li><li>c</li></ul>',
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
    ],
    ['an ordered list in a plain one', '<ul><ol><li>a</li></ol><li>b</li></ul>', '<ul><li>a</li><li>b</li></ul>'],
    [
      'headings in items',
      '<ul><li><h3>a</h3><p>b</p></li><li><div><h2>c</h2></div></li></ul>',
      '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>',
    ],
    ['items without a list', '<li>a</li><li>b</li>', '<ul><li>a</li><li>b</li></ul>'],
  ])('has no item without words, and keeps its order: %s', (_, html, stored) => {
    expect(pasted(html)).toBe(stored)
    expect(items(stored)).not.toContain('')
  })

  test('keeps an item that is a picture', () => {
    expect(pasted('<ul><li><img src="https://example.org/a.png" alt="A"></li></ul>')).toContain('alt="A"')
  })
})

test('emoji that are pictures become text, and other small pictures stay', () => {
  const sign = (alt: string) => `<img class="emoji" alt="${alt}" src="https://example.org/1f600.png">`
  expect(pasted(`<p>Hi ${sign('😀')} ${sign('🇪🇸')} ${sign('👍🏽')} ${sign('👩‍🚀')} x</p>`)).toBe('<p>Hi 😀 🇪🇸 👍🏽 👩‍🚀 x</p>')
  expect(pasted(`<p>${sign('A crane')} ${sign('5')}</p>`).match(/<img/g)).toHaveLength(2)
})

test('a chat: lines stay apart, and code is code without its language and buttons', () => {
  expect(
    pasted('<div>one<span data-stringify-type="paragraph-break"></span>two<br aria-hidden="true">three</div>'),
  ).toBe('<p>one</p>\n<p>two<br>three</p>')
  const code = '<code><span>a</span> = 1\nb</code>'
  expect(pasted(`<pre><div><div>python</div><button>Copy</button>${code}</div></pre>`)).toBe(
    '<pre><code>a = 1\nb</code></pre>',
  )
  expect(pasted('<pre><div>a</div><div>b</div></pre>')).toBe('<pre><code>a\nb</code></pre>')
})

test('a checklist of Google Docs has its items, and no missing pictures', () => {
  const html =
    '<ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,AA" alt="checked"><p>Done</p></li></ul>'
  expect(pasted(html)).toBe('<ul><li>Done</li></ul>')
  expect(cleanPaste(html).pictures).toEqual([])
})

test('merged cells reach at most to the end of their table', () => {
  expect(pasted('<table><tr><td rowspan=0>a</td><td>b</td></tr><tr><td>c</td></tr></table>')).toBe(
    '<table><tbody><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
  )
  expect(pasted('<table><tr><td rowspan=65534>a</td><td>b</td></tr><tr><td>c</td></tr></table>')).toContain(
    'rowspan="2"',
  )
  expect(pasted('<table><tr><td colspan=1000>a</td></tr><tr><td>b</td><td>c</td></tr></table>')).toContain(
    'colspan="2"',
  )
  expect(pasted('<table><tr><td rowspan=-3 colspan=x>a</td><td>b</td></tr></table>')).not.toContain('span')
})

test('a picture of the site has its path only, and one of another host its address', () => {
  expect(pasted(`<p><img src="${location.origin}/media/1/a.webp" alt="A"></p>`)).toContain('src="/media/1/a.webp"')
  expect(pasted('<p><img src="https://example.org/media/1/a.webp" alt="A"></p>')).toContain('src="https://example.org/')
})

test('a notice lists what was dropped, without mere styling', () => {
  const { html, reported, pictures } = cleanPaste(
    '<p onclick="x()" style="color:red">a</p><script>x()</script><iframe src="https://example.org"></iframe><object data="https://example.org"><embed src="x"></object><img src="data:image/png;base64,AA"><img src="https://example.org/a.png" onerror="x()"><img src="https://example.org/dot.gif" width="1" height="1">',
  )
  expect(html).toBe('<p>a</p><img src="https://example.org/a.png">')
  expect(reported).toEqual(['iframe', 'object'])
  expect(pictures).toEqual(['1'])
})

test('pictures that were not pasted are listed by their number among all, and by their name', () => {
  const vml = '<!--[if gte vml 1]><v:shape><v:imagedata src="file:///C:/Temp/clip_image001.png"/></v:shape><![endif]-->'
  const { html, pictures } = cleanPaste(
    [
      `<p class=MsoNormal>a ${vml}<![if !vml]><img width=600 src="file:///C:/Users/ada/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png" v:shapes="Picture_x0020_1"><![endif]></p>`,
      '<p><img src="https://example.org/a.png" alt="On the web"></p>',
      '<p><img src="cid:image003.jpg" alt="The new\n  oven"></p>',
      '<p><img src="data:image/png;base64,AA"></p>',
      '<p><img src="file:///dot.gif" width="1" height="1"></p>',
    ].join(''),
  )
  expect(html).toBe('<p>a </p><p><img src="https://example.org/a.png" alt="On the web"></p>')
  expect(pictures).toEqual(['1 (clip_image002.png)', '3 (The new oven)', '4'])
})

test('links that run code or lead to a local file become plain text', () => {
  expect(
    pasted(
      '<p><a href="javascript:alert(1)">a</a> <a href="#_ftn1">[1]</a> <a name="_Toc1"></a><a href="file:///C:/x">b</a></p>',
    ),
  ).toBe('<p>a [1] b</p>')
})

test('a paste from the editor itself is recognised, and kept as it is', () => {
  const { html } = cleanPaste(
    '<p data-pm-slice="1 1 []">a</p><pre><code class="language-ts">b</code></pre><div data-kept-html="&lt;dl&gt;&lt;/dl&gt;"></div>',
  )
  expect(html).toContain('data-pm-slice')
  expect(html).toContain('language-ts')
  expect(html).toContain('data-kept-html')
})

test('markup of a thousand paragraphs and of hundreds of levels keeps all its text', () => {
  const paragraph = '<p class=MsoNormal style="margin:0cm"><span lang=EN style="font-size:11.0pt">word</span></p>'
  expect(cleanPaste(paragraph.repeat(1000)).html.match(/<p>word<\/p>/g)).toHaveLength(1000)
  const deep = cleanPaste(`${'<div><blockquote>'.repeat(150)}deep${'</blockquote></div>'.repeat(150)}`).html
  expect(deep).toContain('deep')
  expect(deep.match(/<blockquote>/g)?.length).toBeLessThan(100)
})
