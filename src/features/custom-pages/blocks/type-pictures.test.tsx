import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { blockTypes, type BlockTypeName } from './block-types'
import { TypePicture } from './type-pictures'

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
