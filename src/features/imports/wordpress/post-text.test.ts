import { expect, test } from 'bun:test'
import { cleanHtml } from '../run/rewrite'
import { readText } from './post-text'
import { replaceShortcodes } from './shortcodes'

const read = (text: string) => {
  const { html, removed } = replaceShortcodes(text, { byId: () => undefined, own: [] })
  return [cleanHtml(readText(html).html), ...removed]
}

const cover = (attributes: string, inside = '') =>
  `<!-- wp:cover ${attributes} --><div class="wp-block-cover">${inside}<p>Words</p></div><!-- /wp:cover -->`

test.each([
  [
    'a sample of code',
    'A\n\n[code lang="php"]\n<?php echo [gallery];\n\n  b();\n[/code]\n\nB',
    '<p>A</p>\n<pre><code class="language-php">&lt;?php echo [gallery];\n\n  b();</code></pre>\n<p>B</p>',
  ],
  ['an escaped one', '[sourcecode]a &lt; b[/sourcecode]', '<pre><code>a &lt; b</code></pre>'],
  [
    'markup that a page builder encodes',
    `[vc_raw_html]${btoa('%3Cp%3EWords%3C%2Fp%3E')}[/vc_raw_html]`,
    '<p>Words</p>',
  ],
  [
    'the picture behind a cover',
    cover('{"url":"https://old.example/a.jpg","alt":"A"}'),
    '<figure><img src="https://old.example/a.jpg" alt="A"></figure><div><p>Words</p></div>',
  ],
  [
    'the picture within a cover',
    cover('{"url":"https://old.example/a.jpg"}', '<img src="https://old.example/a.jpg" alt="">'),
    '<div><img src="https://old.example/a.jpg" alt=""><p>Words</p></div>',
  ],
])('%s is kept', (_, text, expected) => {
  expect(read(text)).toEqual([expected])
})
