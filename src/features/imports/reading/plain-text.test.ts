import { expect, test } from 'bun:test'
import { plainText } from './written-values'

test.each([
  ['It&#8217;s &#x201C;here&rdquo;&hellip;', 'It’s “here”…'],
  ['it&#39;s it&#039;s it&#x27;s it&apos;s', "it's it's it's it's"],
  ['&eacute;&Ntilde;&iexcl;&euro;&copy;', 'éÑ¡€©'],
  ['R&amp;D R&#038;D R&D &quot;a&#34; &lt;b&gt; &#60;i&#x3e;', 'R&D R&D R&D "a" <b> <i>'],
  ['a&nbsp;<em title="x &quot;>">b</em><br>c', 'a b c'],
  ['&amp;amp; &amp;#39; &xyz; 5 < 6', '&amp; &#39; &xyz; 5 < 6'],
])('%s is the plain text %s', (html, text) => {
  expect(plainText(html)).toBe(text)
})
