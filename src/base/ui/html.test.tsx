import { describe, expect, test } from 'bun:test'
import { render } from '@testing-library/react'
import { Html } from './html'

const shown = (html: string) => render(<Html html={html} />).container.firstElementChild?.innerHTML ?? ''

describe('pictures in stored HTML', () => {
  test('those of the site come in sizes and reserve their place', () => {
    const html = shown('<figure><img src="/images/about-workshop.webp" alt="A room"></figure>')
    expect(html).toContain('<source type="image/avif" srcset="/images/about-workshop-480.avif 480w,')
    expect(html).toContain('<source type="image/webp" srcset="/images/about-workshop-480.webp 480w,')
    expect(html).toMatch(
      /<img loading="lazy" decoding="async" width="1600" height="1000" src="\/images\/about-workshop.webp" alt="A room"><\/picture>/,
    )
  })

  test('what their author wrote stays', () => {
    expect(
      shown('<img src="/images/about-workshop.webp" alt="" width="10" height="5" loading="eager" decoding="sync">'),
    ).toContain('<img src="/images/about-workshop.webp" alt="" width="10" height="5" loading="eager" decoding="sync">')
    expect(shown('<img src="/images/about-workshop.webp" srcset="/a.webp 2x" alt="">')).not.toContain('<picture>')
  })

  test('others only wait until they come near', () => {
    expect(shown('<p>1 &gt; 0</p><img src="https://example.com/a.webp" alt="a &lt; b">')).toContain(
      '<p>1 &gt; 0</p><img loading="lazy" decoding="async" src="https://example.com/a.webp"',
    )
    expect(shown('<img src="constructor" alt="">')).not.toContain('<picture>')
  })
})

test('a table gets a frame that the keyboard reaches', () => {
  expect(shown('<table><tbody><tr><td>1</td></tr></tbody></table>')).toStartWith(
    '<div class="table-frame" tabindex="0"><table>',
  )
})
