import { describe, expect, test } from 'bun:test'
import { toLetter } from './letter'

const draft = { language: 'en', site: 'Quoin & Sons', subject: 'Hello', paragraphs: ['One'], foot: 'Foot' } as const

describe('a letter', () => {
  test('shows the colour of the site by day and by night', () => {
    const { html } = toLetter({
      ...draft,
      quote: { text: 'Said' },
      look: { signal: { light: '#908f00', dark: '#ffff00' } },
    })
    expect(html).toContain('border-top:4px solid #908f00')
    expect(html).toContain('border-left:3px solid #908f00')
    expect(html).toContain('.rule { border-top-color: #ffff00 !important; }')
    expect(html).not.toContain('#c8380a')
  })

  test('shows the logo in the place of the name, and the name to those who see no pictures', () => {
    const { html, text } = toLetter({ ...draft, look: { logo: 'https://acme.test/logo.png' } })
    expect(html).toMatch(/<img [^>]*src="https:\/\/acme\.test\/logo\.png" alt="Quoin &amp; Sons" height="36"/)
    expect(html?.match(/Quoin &amp; Sons/g)).toHaveLength(1)
    expect(text).toContain('Quoin & Sons')
  })

  test('is as it was without them', () => {
    expect(toLetter({ ...draft, look: {} })).toEqual(toLetter(draft))
    expect(toLetter(draft).html).not.toContain('<img')
  })
})
