import { expect, test } from 'bun:test'
import { toMarkdown } from './to-markdown'

test.each([
  ['<h2>One <em>two</em></h2><p>Three<br>four</p>', '## One *two*\n\nThree\\\nfour\n'],
  ['<p>a <strong>b </strong>c <a href="/x">d</a> <code>e`f</code></p>', 'a **b** c [d](/x) ``e`f``\n'],
  ['<p>1. no * list _ [x] &lt;b&gt; # y</p>', '1\\. no \\* list \\_ \\[x\\] \\<b> # y\n'],
  ['<p># no heading</p><p>- no list</p>', '\\# no heading\n\n\\- no list\n'],
  ['<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>', '- a\n- b\n  - c\n'],
  ['<ol start="3"><li><p>a</p><p>b</p></li><li>c</li></ol>', '3. a\n\n   b\n\n4. c\n'],
  ['<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n<!-- -->\n\n- b\n'],
  ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b\n'],
  ['<pre><code class="language-ts">let a = 1\n\n```\n</code></pre>', '````ts\nlet a = 1\n\n```\n````\n'],
  [
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1|2</td><td><p>x</p><p>y</p></td></tr></tbody></table>',
    '| a | b |\n| --- | --- |\n| 1\\|2 | x<br>y |\n',
  ],
  [
    '<figure><img src="/a.png" alt="A crane"><figcaption>Lifts "all"</figcaption></figure>',
    '![A crane](/a.png "Lifts \\"all\\"")\n',
  ],
  [
    '<figure><img src="/a.png" alt=""><figcaption>By <a href="/b">B</a></figcaption></figure>',
    '![](/a.png)\n\nBy [B](/b)\n',
  ],
  ['<a href="/card"><h3>Title</h3><p>Text</p></a>', '### [Title](/card)\n\nText\n'],
  ['<details><summary>Why?</summary><p>So.</p></details>', '**Why?**\n\nSo.\n'],
  ['<div><nav>no</nav><form>no</form><p hidden>no</p><svg><text>no</text></svg><p>yes</p></div>', 'yes\n'],
  ['<p>x<sub>2</sub> <a href="/a(b)">l</a></p><hr>', 'x<sub>2</sub> [l](</a(b)>)\n\n---\n'],
  ['<p><a href="/a">a</a><a href="/b">b</a></p>', '[a](/a) [b](/b)\n'],
  ['<p> </p>', ''],
])('%s', (html, markdown) => {
  expect(toMarkdown(html)).toBe(markdown)
})

test('addresses are written as requested', () => {
  expect(
    toMarkdown('<p><a href="/x"><img src="/y.png" alt="z"></a></p>', (address) => `https://a.test${address}`),
  ).toBe('[![z](https://a.test/y.png)](https://a.test/x)\n')
})
