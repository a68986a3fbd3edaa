import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { sanitizeHtml } from '../sanitize'
import { toFaithfulMarkdown } from './faithful-markdown'
import { fromMarkdown } from './from-markdown'

const back = (html: string) => sanitizeHtml(fromMarkdown(toFaithfulMarkdown(html)))

test.each([
  '<h2>One <em>two</em></h2><p>Three<br>four</p>',
  '<p>a <strong>b</strong> <a href="/x" target="_blank" rel="noopener noreferrer">d</a></p>',
  '<table><tbody><tr><th><p>a</p></th></tr><tr><td><p>b</p><p>c</p></td></tr></tbody></table>',
  '<figure><img src="/a.webp" alt="A" width="600" height="400"><figcaption>The <em>x</em></figcaption></figure>',
  '<figure><img src="/a.png" alt="x &quot;y&quot;"><figcaption>Cap "q" &amp; z</figcaption></figure>',
  '<p><img src="/a.png" alt="x"></p>',
  '<pre><code class="language-ts">a\n\n\nb  \n```</code></pre>',
  '<details><summary>Why</summary><p>x\n\ny</p></details>',
  '<p>Foot<sup id="note-1-ref"><a href="#note-1">1</a></sup></p><ol><li id="note-1"><span>x</span> <a href="#note-1-ref">↩</a></li></ol>',
  '<ul><li>a</li></ul><ul><li>b</li></ul><ol><li><p>x</p></li></ol>',
  '<p>https://a.test and &lt;b&gt; &amp;amp; a_b_c * 1. #</p><p>1. x</p><p>+ y</p><p>A [^1] b: [x]: y</p>',
  '<blockquote><p>q</p></blockquote><hr><p>H<sub>2</sub>O ~~k~~ $5 | 6</p>',
])('%s round-trips through Markdown', (html) => {
  expect(sanitizeHtml(html)).toBe(html)
  expect(back(html)).toBe(html)
})

test('any paragraph round-trips', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'ab 1.*_`~[](){}<>!#&;:/\\|"\'=+-^@é😀\u00a0'),
    minLength: 1,
    maxLength: 40,
  })
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (texts) => {
      const html = sanitizeHtml(
        texts
          .map((words) => words.trim().replace(/ +/g, ' '))
          .filter(Boolean)
          .map((words) => `<p>${Bun.escapeHTML(words)}</p>`)
          .join(''),
      )
      expect(back(html)).toBe(html)
    }),
    { numRuns: 500 },
  )
})

test('footnotes, single pictures and tasks of Markdown become what the editor writes', () => {
  expect(fromMarkdown('One[^a] `[^a]`[^b]\n\n[^a]: First\n    goes on\n\n![x](a.png "C")\n\n- [ ] t\n')).toBe(
    '<p>One<sup id="note-1-ref"><a href="#note-1">1</a></sup> <code>[^a]</code>[^b]</p><figure><img src="a.png" alt="x"><figcaption>C</figcaption></figure><ul><li class="task-list-item">☐ t</li></ul><ol><li id="note-1"><span>First goes on</span> <a href="#note-1-ref">↩</a></li></ol>',
  )
})

// In quadratic time each would take minutes.
test.each<[string, string, string]>([
  ['elements', '<pre>'.repeat(200_000), '<pre>'],
  ['line breaks', `<pre>${'\n'.repeat(1_000_000)}x`, '<pre>'],
  ['a picture', `<pre>\n<img ${' '.repeat(1_000_000)}`, '<pre>'],
  ['a checkbox', `<pre>\n<input ${'checked '.repeat(400_000)}`, '<pre>'],
])(
  '%s that Markdown leaves open are read in linear time',
  (_, markdown, start) => {
    expect(fromMarkdown(markdown).slice(0, 8)).toStartWith(start)
  },
  20_000,
)
