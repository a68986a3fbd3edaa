import { describe, expect, test } from 'bun:test'
import { cpuTime } from '#test/cpu-time'
import { fromMarkdown } from '#text/markdown/from-markdown'
import { parseCsv } from '../csv/read-csv'
import { lexicalHtml } from '../ghost/post-html'
import { replaceTags } from '../markdown/site-tags'
import { cleanHtml, picturesIn } from '../run/rewrite'
import { readText, partParagraphs } from '../wordpress/post-text'
import { replaceShortcodes } from '../wordpress/shortcodes'
import { replaceEmbedded } from './embedded'
import { plainText } from './written-values'

const readers: Record<string, (text: string) => unknown> = {
  'classic paragraphs': partParagraphs,
  shortcodes: (text) => replaceShortcodes(text, { byId: () => undefined, own: [] }),
  blocks: (text) => readText(`<!-- wp:group -->${text}`),
  players: (text) => replaceEmbedded(text, undefined),
  'clean HTML': cleanHtml,
  pictures: (text) => picturesIn(text, 'https://old.example/'),
  'plain text': plainText,
  'a table': (text) => [...parseCsv(text, ',')],
  Markdown: fromMarkdown,
  'tags of MDX': (text) => replaceTags(text, { isMdx: true, facts: {}, site: {} }),
}

/** Openings that are never closed, and blanks. */
const units = [
  '<pre>',
  '<pre ',
  '<code ',
  '<img ',
  '<a ',
  '<div ',
  '<div>',
  '</div>',
  '<!--',
  '<!-- wp:a {',
  '<!-- wp:a -->',
  '<figure class="wp-block-embed"><div>',
  '<figure wp-block-embed ',
  '<video>',
  '<iframe src="',
  '<noscript>',
  '<object>',
  '<sup data-fn="a">',
  '<ul>',
  '<p>',
  '<b>',
  '[caption ]',
  '[gallery ',
  '[embed ',
  '[embed]http://a',
  '[a',
  '[aa "',
  '[aa b="',
  '[aa b=',
  '[/aa]',
  '[code]',
  '[/code',
  '[vc_raw_html]a',
  '[aa "]"',
  '[video src="',
  ' ',
  '\t',
  '\n',
  ' \n',
  'a ',
  '<br>',
  '<br ',
  '"',
  ',"a',
  '\n"""',
  "'",
  '<a "',
  "<a '",
  '&',
  '<',
  '[',
  '](',
  '![',
  '*a ',
  '_a',
  '`',
  '``a',
  '~',
  '> ',
  '- ',
  '|a',
  '{% ',
  '{{< a "',
  '<A a="',
  '<A {',
  '{: ',
  '[^a]: ',
  'aaaa',
  'src ',
  '-1x1',
]

const length = 200_000
/** A quadratic pattern takes minutes for it, and a cubic one hours; a machine in use is slower than this by a factor. */
const longest = 3000

describe.each(Object.entries(readers))('%s', (_, read) => {
  test('take linear time for any repeated opening', () => {
    for (const unit of units)
      for (const [before, after] of [
        ['', ''],
        ['<a title="', '">x</a>'],
      ] as const) {
        const of = (times: number) => before + unit.repeat(times) + after
        // Shorter ones first, so that a slow pattern fails the test and does not hang it.
        for (const part of [16, 4, 1])
          expect({
            unit,
            before,
            part,
            isQuick: cpuTime(() => read(of(length / unit.length / part))) < longest,
          }).toEqual({
            unit,
            before,
            part,
            isQuick: true,
          })
      }
  }, 120_000)
})

test('nested nodes of Ghost take linear time', () => {
  const nested = (depth: number): object =>
    depth === 0
      ? { type: 'text', text: 'deep' }
      : { type: depth % 2 === 0 ? 'paragraph' : 'quote', children: [nested(depth - 1)] }
  const json = JSON.stringify({ root: { children: [nested(45)] } })
  expect(json.length).toBeLessThan(3000)
  expect(cpuTime(() => expect(lexicalHtml(json, { removed: new Set() })).toContain('deep'))).toBeLessThan(longest)
})
