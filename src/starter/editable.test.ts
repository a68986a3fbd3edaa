import { expect, test } from 'bun:test'
import { countUneditableBlocks, toDocument } from '#editing/rich-text/html-document'
import { starterPages, starterPosts, starterProjects } from '#test/content/starter'

/** Every HTML text in a value. */
function htmlIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\s*<\w/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(htmlIn) : []
}

for (const [name, records] of Object.entries({ starterPages, starterPosts, starterProjects })) {
  test(`the editor can edit every block of ${name}`, () => {
    const texts = htmlIn(records)
    expect(texts.length).toBeGreaterThan(5)
    for (const html of texts)
      expect([html.slice(0, 40), countUneditableBlocks(toDocument(html))]).toEqual([html.slice(0, 40), 0])
  })
}
