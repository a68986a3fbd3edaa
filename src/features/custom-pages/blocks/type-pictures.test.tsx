import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { blockTypes, type BlockTypeName } from './block-types'
import { patterns } from '../patterns/patterns'
import { PagePicture, TypePicture } from './type-pictures'

test('every type has a drawing of its own, which is hidden from screen readers', () => {
  const types = Object.keys(blockTypes) as BlockTypeName[]
  const drawn = types.map((type) => renderToStaticMarkup(<TypePicture type={type} />))
  expect(new Set(drawn).size).toBe(types.length)
  for (const markup of drawn) {
    expect(markup).toStartWith('<svg class="block-type-picture"')
    expect(markup).toContain('aria-hidden="true"')
    expect(markup).not.toContain('style=')
  }
})

test('a page in miniature has the drawings of its blocks, in their order', () => {
  const pictures = Object.values(patterns).map(({ page }) => {
    const types = page.blocks.map(({ type }) => type as BlockTypeName)
    const markup = renderToStaticMarkup(<PagePicture types={types} />)
    expect([...markup.matchAll(/data-type="(\w+)"/g)].map(([, type]) => type as BlockTypeName)).toEqual(types)
    expect(markup).toStartWith('<span class="page-picture" aria-hidden="true">')
    return markup
  })
  expect(new Set(pictures).size).toBe(pictures.length)
})
