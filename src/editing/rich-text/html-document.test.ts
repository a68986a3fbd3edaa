import { expect, test } from 'bun:test'
import { canonicalHtml } from './canonical-html'
import { disarm, rearm } from './disarm'
import { countUneditableBlocks, shareSources, toDocument, toHtml } from './html-document'
import { schema } from './schema'

const editable = [
  '<p>Plain, <strong>bold</strong>, <em>italic</em>, <s>struck</s>, <u>underlined</u> and <code>code</code>.</p>',
  '<h2>Two</h2>\n<h3>Three</h3>\n<h4>Four</h4>',
  '<ul><li>One<ul><li>Inner</li></ul></li><li>Two</li></ul>',
  '<ol start="3"><li>Three</li></ol>',
  '<ul><li><p>Loose</p><p>item</p></li></ul>',
  '<blockquote><p>Said <a href="https://example.org" target="_blank" rel="noopener">somebody</a>.</p></blockquote>',
  '<pre><code class="language-ts">const a = 1\n  if (a &lt; 2) {}\n</code></pre>',
  '<p><img src="/images/a.webp" alt="A drawing" width="600" height="400"></p>',
  '<table><thead><tr><th>Day</th><th>Hours</th></tr></thead><tbody><tr><td>Monday</td><td>7</td></tr></tbody></table>',
  '<table><tbody><tr><td colspan="2">Wide</td></tr><tr><td>a</td><td>b</td></tr></tbody></table>',
  '<p>H<sub>2</sub>O, m<sup>2</sup>, <kbd>Ctrl</kbd></p>',
  '<figure><img src="/images/a.webp" alt="A drawing" width="600" height="400"><figcaption>The <em>workshop</em></figcaption></figure>',
  '<figure><img src="/a.webp" alt=""></figure>',
  '<figure><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">How we work</a><figcaption>YouTube</figcaption></figure>',
  '<p>a<sup id="note-k3f9-ref"><a href="#note-k3f9">1</a></sup></p>\n<ol><li id="note-k3f9"><span>Words, <em>some</em></span> <a href="#note-k3f9-ref">↩</a></li></ol>',
  '<p>One<br>two</p>\n<hr>\n<p>Español, ñ, «comillas», 日本語, 🙂</p>',
]

for (const html of editable) {
  test(`the editor round-trips ${html.slice(0, 60).replaceAll('\n', ' ')}`, () => {
    const document = toDocument(html)
    expect(countUneditableBlocks(document)).toBe(0)
    expect(toHtml(document)).toBe(html)
  })
}

const kept = [
  '<figure class="wide"><img src="/a.webp" alt=""><figcaption>Caption</figcaption></figure>',
  '<figure><img src="/a.webp" alt=""><img src="/b.webp" alt=""></figure>',
  '<figure><a href="https://example.org/film">A film</a><figcaption>YouTube</figcaption></figure>',
  '<figure><a href="https://vimeo.com/76979871">A <em>film</em></a><figcaption>Vimeo</figcaption></figure>',
  '<figure><blockquote><p>Words</p></blockquote><figcaption>Somebody</figcaption></figure>',
  '<p class="lead">Styled</p>',
  '<h5 id="x">Five</h5>',
  '<details><summary>More</summary><p>Hidden</p></details>',
  '<table><caption>Hours</caption><tbody><tr><td>7</td></tr></tbody></table>',
  '<p>Before <!-- a note --> after</p>',
  '<p><span lang="fr">Bonjour</span></p>',
  '<dl><dt>Term</dt><dd>Meaning</dd></dl>',
  '<div><p>Wrapped</p></div>',
  '<p><a id="anchor"></a>Anchored</p>',
  '<video src="/film.mp4" controls=""></video>',
  '<p onclick="run(1 > 0)" style="color: red">Armed</p>',
  '<p>Before <img src="/a.webp" onerror="run()"> after</p>',
]

for (const html of kept) {
  test(`HTML that the editor cannot represent is kept verbatim: ${html.slice(0, 50)}`, () => {
    const document = toDocument(`<p>Before</p>\n${html}\n<p>After</p>`)
    expect(toHtml(document)).toBe(`<p>Before</p>\n${html}\n<p>After</p>`)
    expect(countUneditableBlocks(document)).toBe(1)
  })
}

test('an untouched block is serialized verbatim, a changed one in normalized form', () => {
  const html = '<table><tr><th>Day</th></tr><tr><td><p>Monday</p></td></tr></table>\n<p><b>Old</b> name</p>'
  const read = toDocument(html)
  const copy = schema.nodeFromJSON(read.toJSON())
  expect(toHtml(copy)).toContain('<strong>Old</strong>')
  shareSources(read, copy)
  expect(toHtml(copy)).toBe(
    '<table><tbody><tr><th>Day</th></tr><tr><td><p>Monday</p></td></tr></tbody></table>\n<p><b>Old</b> name</p>',
  )
  const changed = copy.replace(copy.content.size - 1, copy.content.size - 1, toDocument('<p>!</p>').slice(1, 2))
  expect(toHtml(changed)).toContain('<tr><td><p>Monday</p></td></tr>')
  expect(toHtml(changed)).toEndWith('<p><strong>Old</strong> name!</p>')
})

test('a comment between blocks is kept', () => {
  expect(toHtml(toDocument('<p>a</p><!-- here --><p>b</p>'))).toBe('<p>a</p>\n<!-- here -->\n<p>b</p>')
})

test('an empty document serializes to an empty string', () => {
  expect(toHtml(toDocument(''))).toBe('')
  expect(toHtml(toDocument('<p></p>'))).toBe('')
})

test('attributes a browser would act on while parsing are renamed, inside tags alone', () => {
  const armed =
    '<p onclick=a() style="x: y" title="on=1">onload = b, style=c</p><style>p{}</style><img/onerror=x src="/a">'
  expect(disarm(armed)).toBe(
    '<p data-kept-onclick=a() data-kept-style="x: y" title="on=1">onload = b, style=c</p><kept-style>p{}</kept-style><img/data-kept-onerror=x src="/a">',
  )
  expect(rearm(disarm(armed))).toBe(armed)
})

test('deprecated tag names, white space and the nesting of marks make no difference', () => {
  expect(canonicalHtml('<p>\n  <b><i>x</i></b>  y\n</p>')).toBe(canonicalHtml('<p><em><strong>x</strong></em> y</p>'))
  expect(canonicalHtml('<p>x y</p>')).not.toBe(canonicalHtml('<p>xy</p>'))
  expect(canonicalHtml('<p>{strong|x}</p>')).not.toBe(canonicalHtml('<p><strong>x</strong></p>'))
})
