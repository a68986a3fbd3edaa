import { describe, expect, test } from 'bun:test'
import { sanitizeHtml } from '#text/sanitize'
import { findLeftOut } from './html-document'

const told = (html: string) =>
  findLeftOut(html).map(({ kind, count, names }) => `${kind} ${count}: ${names.join(', ')}`)

describe('what the sanitizer removes is reported, by kind and with a count', () => {
  const cases: [html: string, told: string[]][] = [
    ['<script>a()</script><p>x</p><script>b()</script>', ['script 2: script']],
    ['<style>p{}</style><p style="color:red" class="x">x</p>', ['look 3: style, class']],
    ['<p onclick="a()">x</p><img src="/a.webp" alt="" onerror="b()">', ['handler 2: onclick, onerror']],
    ['<iframe src="https://example.org"></iframe><object></object>', ['frame 2: iframe, object']],
    [
      '<a href="javascript:a()">x</a><img src="data:image/png;base64,A" alt="">',
      ['address 2: javascript:a(), data:image/png;base64,A'],
    ],
    ['<video src="/a.mp4">x</video><font>y</font>', ['element 2: video, font']],
    ['<svg onload="a()"><path d="M0"></path></svg>', ['element 1: svg']],
    ['<p id="a" data-x="1">x</p>', ['attribute 2: id, data-x']],
    ['<iframe><script>a()</script></iframe>', ['frame 1: iframe']],
  ]
  for (const [html, expected] of cases)
    test(html, () => {
      expect(told(html)).toEqual(expected)
      expect(sanitizeHtml(html)).not.toBe(html)
      expect(told(sanitizeHtml(html))).toEqual([])
    })
})

test('nothing is reported for what is stored unchanged, or under another name', () => {
  for (const html of [
    '<h2>a</h2><p>b <strong>c</strong> <a href="/contact/" title="d">e</a></p><ul><li>f</li></ul>',
    '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="1">b</td></tr></tbody></table>',
    '<figure><a href="https://vimeo.com/76979871">a</a><figcaption>Vimeo</figcaption></figure>',
    '<pre><code class="language-ts">a</code></pre><section><p>b</p></section><strike>c</strike>',
  ])
    expect(told(html)).toEqual([])
})
