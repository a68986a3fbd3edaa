import { expect, test } from 'bun:test'
import { cpuTime } from '#test/cpu-time'
import { fromMarkdown } from '#text/markdown/from-markdown'
import { replaceTags } from './site-tags'

const converted = (lines: readonly string[], { isMdx = false, facts = {}, site = {} } = {}) => {
  const { text, removed } = replaceTags(lines.join('\n'), { isMdx, facts, site })
  return { html: fromMarkdown(text).replaceAll('\n', ' '), removed }
}
const html = (...lines: string[]) => converted(lines).html

test.each([
  ['a directive', [':::note', 'Mind *this*.', ':::'], '<blockquote><p>Mind <em>this</em>.</p></blockquote>'],
  [
    'one with blank lines',
    [':::tip', '', 'One', '', '- two', '', ':::', '', 'Out'],
    '<blockquote><p>One</p><ul><li>two</li></ul></blockquote><p>Out</p>',
  ],
  [
    'one with a title',
    [':::warning[Take care]{#id}', 'Text', ':::'],
    '<blockquote><p><strong>Take care</strong></p><p>Text</p></blockquote>',
  ],
  [
    'one with the title behind its name',
    ['::: details Show it', 'Text', ':::'],
    '<blockquote><p><strong>Show it</strong></p><p>Text</p></blockquote>',
  ],
  [
    'one of Pandoc',
    ['::: {.callout-note title="Of it"}', 'Text', ':::'],
    '<blockquote><p><strong>Of it</strong></p><p>Text</p></blockquote>',
  ],
  [
    'one within another',
    ['::::info', 'A', ':::tip', 'B', ':::', 'C', '::::'],
    '<blockquote><p>A</p><blockquote><p>B</p></blockquote><p>C</p></blockquote>',
  ],
  ['a layout', ['::: columns', 'Text', ':::'], '<p>Text</p>'],
  ['one that never ends', [':::note', 'Text'], '<p>Text</p>'],
  ['code in one', [':::note', '```', ':::', '```', ':::'], '<blockquote><pre><code>:::</code></pre></blockquote>'],
  [
    'a note by its indentation',
    ['!!! warning "Take care"', '    Text', '', '    More', 'Out'],
    '<blockquote><p><strong>Take care</strong></p><p>Text</p><p>More</p></blockquote><p>Out</p>',
  ],
  ['attributes of a heading', ['## Head {#own-id}', '', '### Two {.a b="c"}'], '<h2>Head</h2><h3>Two</h3>'],
  ['attributes of a heading above a line', ['Head {#own-id}', '-----'], '<h2>Head</h2>'],
  ['braces in a heading', ['## Sets {1, 2}'], '<h2>Sets {1, 2}</h2>'],
  [
    'attributes of links and emphasis',
    ['[a](/x){target=_blank} and **b**{.big} and ![c](/c.png){#d width=50%}'],
    '<p><a href="/x">a</a> and <strong>b</strong> and <img src="/c.png" alt="c"></p>',
  ],
  ['a table of contents', ['[TOC]', '', 'Text [toc] here', '', '[[_TOC_]]'], '<p>Text [toc] here</p>'],
  ['an alert', ['> [!NOTE]', '> An alert'], '<blockquote><p>An alert</p></blockquote>'],
  [
    'an alert with a title',
    ['> [!tip]- Do *it*', '> Text'],
    '<blockquote><p><strong>Do it</strong></p><p>Text</p></blockquote>',
  ],
  [
    'an alert in a quote',
    ['> > [!WARNING]', '> > Text'],
    '<blockquote><blockquote><p>Text</p></blockquote></blockquote>',
  ],
  ['a directive in a sentence', ['An :abbr[API]{title="x"} here'], '<p>An API here</p>'],
  [
    'an element with Markdown',
    ['<aside markdown="1" class="a">', '    A [link](/x) and **bold**', '</aside>'],
    '<aside class="a"><p>A <a href="/x">link</a> and <strong>bold</strong></p></aside>',
  ],
  ['one in one line', ['<div markdown=1>**Bold**</div>'], '<div><p><strong>Bold</strong></p></div>'],
  ['code that shows them', ['```', ':::note', '> [!NOTE]', '```'], '<pre><code>:::note &gt; [!NOTE]</code></pre>'],
])('%s becomes HTML without its marks', (_, lines, expected) => {
  expect(html(...lines)).toBe(expected)
})

test.each([
  ['a link to a note', 'See [[Other note]].', '<p>See <a href="Other%20note.md">Other note</a>.</p>'],
  ['one in a table', '|a|\n|-|\n|[[Other note\\|it]]|', /<td><a href="Other%20note.md">it<\/a><\/td>/],
  [
    'one to a part',
    '[[Other note#A Part]], [[#Hére]], [[Other note#^ab12cd|x]]',
    '<p><a href="Other%20note.md#a-part">Other note › A Part</a>, <a href="#here">Hére</a>, <a href="Other%20note.md">x</a></p>',
  ],
  ['one to a note that is not there', '[[Gone]] and [[Gone|it]]', '<p>Gone and it</p>'],
  ['a note within another', '![[Other note]]', '<p><a href="Other%20note.md">Other note</a></p>'],
  ['a picture', '![[my crane.png]]', '<figure><img src="my%20crane.png" alt=""></figure>'],
  [
    'a picture of a size',
    'A ![[a.png|300]], ![b|40x30](b.png)',
    '<p>A <img src="a.png" alt="">, <img src="b.png" alt="b"></p>',
  ],
  ['a picture with words', 'A ![[a.png|A crane|300]]', '<p>A <img src="a.png" alt="A crane"></p>'],
  [
    'words that are marked',
    'A ==marked **word**==, a == b, x==y==z',
    '<p>A <mark>marked <strong>word</strong></mark>, a == b, x==y==z</p>',
  ],
  ['comments', 'A %%no%%word\n\n%%\nno\n\nno\n%%\n\n100 %% of', '<p>A word</p><p>100 %% of</p>'],
  ['the name of a block', 'A word ^ab12cd\n\n2 ^3', '<p>A word</p><p>2 ^3</p>'],
  [
    'other brackets',
    '[[1, 2]] [[x]](/a) [[x]][b]\n\n[b]: /b',
    '<p>[[1, 2]] <a href="/a">[x]</a> <a href="/b">[x]</a></p>',
  ],
  ['code', '`[[a]] ==b==`\n\n```\n%%c\n%%\n```', '<p><code>[[a]] ==b==</code></p><pre><code>%%c\n%%</code></pre>'],
])('Obsidian: %s becomes HTML', (_, written, expected) => {
  const { text } = replaceTags(written, {
    isMdx: false,
    facts: {},
    site: {},
    isFile: (name) => name === 'Other note.md',
  })
  if (typeof expected === 'string') expect(fromMarkdown(text)).toBe(expected)
  else expect(fromMarkdown(text)).toMatch(expected)
})

test.each([
  ['alone in emphasis', 'See **{{ site.name }}** there.', '<p>See  there.</p>'],
  ['at the end of emphasis', 'See **it {{ site.name }}** there.', '<p>See <strong>it</strong> there.</p>'],
  ['at the beginning of emphasis', 'See *{% x %} it* there.', '<p>See <em>it</em> there.</p>'],
  ['in a link', 'See [{{ x }}](/a) there.', '<p>See  there.</p>'],
  ['before emphasis', 'See {{ x }} **it** there.', '<p>See  <strong>it</strong> there.</p>'],
])('Liquid %s leaves no marks, and is listed', (_, line, expected) => {
  const { html: shown, removed } = converted([line])
  expect(shown.replaceAll('  ', ' ')).toBe(expected.replaceAll('  ', ' '))
  expect(removed).toHaveLength(1)
})

test.each([
  ['text between filters of Liquid', 'A {{ "b" | upcase }} and {{- \'c\' }}.', '<p>A b and c.</p>'],
  [
    'a shortcode of Hugo to be shown',
    'A {{</* figure src="x" */>}} and {{%/* b */%}}.',
    '<p>A {{&lt; figure src=&quot;x&quot; &gt;}} and {{% b %}}.</p>',
  ],
  ['a place in Markdoc', '## Head {% #id .big %}\n\nText{% /callout %}', '<h2>Head</h2><p>Text</p>'],
  ['a table of contents of kramdown', '* TOC\n{:toc}\n\n1. b\n{: toc}\n\n* c\n{:.d}', '<ul><li>c</li></ul>'],
  [
    'footnotes within a sentence',
    'A^[Its *words*, [b](/c).], x^2^[2].',
    '<p>A<sup id="note-1-ref"><a href="#note-1">1</a></sup>, x^2<sup id="note-2-ref"><a href="#note-2">2</a></sup>.</p><ol><li id="note-1"><span>Its <em>words</em>, <a href="/c">b</a>.</span> <a href="#note-1-ref">↩</a></li><li id="note-2"><span>2</span> <a href="#note-2-ref">↩</a></li></ol>',
  ],
])('%s leaves no marks', (_, written, expected) => {
  expect(converted([written])).toEqual({ html: expected, removed: [] })
})

test('names of the site and the text are replaced by their words', () => {
  const { html: shown, removed } = converted(['**{{ site.title }}**: {{ page.title | escape }}'], {
    facts: { title: 'A <b>' },
    site: { title: 'Old' },
  })
  expect([shown, removed]).toEqual(['<p><strong>Old</strong>: A <b></p>', []])
})

const picture = (source: string) => `<figure><img src="${source}" alt="A crane"></figure>`
test.each([
  ['a component', '<Image src="/img/a.png" alt="A crane" width={300} />', picture('/img/a.png'), []],
  ['a component over several lines', '<Image\n  src="/img/a.png"\n  alt="A crane"\n/>', picture('/img/a.png'), []],
  ['an imported file', '<Image src={crane} alt="A crane" />', picture('./crane.png'), []],
  ['the address of an imported file', '<img src={crane.src} alt="A crane" />', picture('./crane.png'), []],
  ['a required file', "<Picture src={require('./a.png').default} alt={'A crane'} />", picture('./a.png'), []],
  [
    'a picture with a caption',
    '<Figure src="/a.png" alt="A crane" caption="At work" />',
    '<figure><img src="/a.png" alt="A crane"><figcaption>At work</figcaption></figure>',
    [],
  ],
  ['a picture that is computed', '<Image src={find("a")} alt="A crane" />', '', ['Image']],
  ['a component around text', '<Box kind="a > b">\n\nInside\n\n</Box>', '<p>Inside</p>', ['Box']],
  [
    'an element around Markdown',
    '<div className="grid">\n      A **b**\n</div>',
    '<div class="grid"><p>A <strong>b</strong></p></div>',
    [],
  ],
  ['a fragment', '<>\n\nInside\n\n</>', '<p>Inside</p>', []],
  [
    'a film',
    '<YouTube id="abc" />',
    '<p><a href="https://www.youtube.com/watch?v=abc">https://www.youtube.com/watch?v=abc</a></p>',
    [],
  ],
  ['expressions', '{/* no */}A{\' \'}{"b"} {frontmatter.title} \\{c}', '<p>A b Title {c}</p>', []],
  ['an expression that is computed', 'In {new Date().getFullYear()}.', '<p>In .</p>', ['new Date().getFullYear()']],
  ['an object in a component', '<Chart data={{ a: { b: 1 } }} />', '', ['Chart']],
  [
    'statements over several lines',
    "import {\n  a,\n} from 'a'\nexport const b = {\n  c: 1,\n}\n\nText",
    '<p>Text</p>',
    [],
  ],
  [
    'a block in one line',
    '<div>Styled *md* at [l](/x)</div>',
    '<div><p>Styled <em>md</em> at <a href="/x">l</a></p></div>',
    [],
  ],
  [
    'a paragraph in one line',
    '<p className="a">A **b** or <i>c</i></p>',
    '<p>A <strong>b</strong> or <i>c</i></p>',
    [],
  ],
  ['a sentence that begins like a statement', 'import taxes rise', '<p>import taxes rise</p>', []],
  ['code', '`<Box a={b} />`', '<p><code>&lt;Box a={b} /&gt;</code></p>', []],
])('MDX: %s', (_, text, expected, removed) => {
  const lines = ["import crane from './crane.png'", '', text]
  const { html: shown, removed: names } = converted(lines, { isMdx: true, facts: { title: 'Title' } })
  expect([shown.replaceAll('> <', '><'), names]).toEqual([expected, removed])
})

test.each([
  ['braces', '{'.repeat(200_000)],
  ['closed braces', '{}'.repeat(100_000)],
  ['tags', '<a '.repeat(70_000)],
  ['quotes in tags', '<a b="'.repeat(40_000)],
  ['footnotes', 'a^[b[c'.repeat(50_000)],
  ['literals of Liquid', '{{ "a" |'.repeat(30_000)],
  ['shown shortcodes', '{{</* '.repeat(40_000)],
  ['links of Obsidian', '[[a|'.repeat(50_000)],
  ['comments of Obsidian', ' %%'.repeat(70_001)],
  ['marks of Obsidian', ' ==a'.repeat(50_000)],
  ['directives', ':::note\n'.repeat(30_000)],
  ['alerts', '> [!NOTE]\n'.repeat(30_000)],
  ['notes', '!!! note\n'.repeat(30_000)],
  ['blanks of a note', `!!! ${' '.repeat(200_000)}x:`],
  ['elements', '<div markdown="1">\n'.repeat(15_000)],
  ['Liquid', '{{ x }}'.repeat(30_000)],
  ['headings', `# ${' '.repeat(100_000)}{#${'{'.repeat(100_000)}`],
  ['attributes', '){a='.repeat(50_000)],
  ['blocks in a line', `<p>${'<p>'.repeat(50_000)}</p>`],
])('%s are read in linear time', (_, text) => {
  expect(cpuTime(() => [true, false].map((isMdx) => replaceTags(text, { isMdx, facts: {}, site: {} })))).toBeLessThan(
    3000,
  )
})
