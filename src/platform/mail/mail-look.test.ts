import { describe, expect, test } from 'bun:test'
import { composeMail } from './compose-mail'

const draft = { language: 'en', site: 'Quoin & Sons', subject: 'Hello', paragraphs: ['One'], foot: 'Foot' } as const

describe('the look of a mail', () => {
  test('has the accent colour of the site in light and dark mode', () => {
    const { html } = composeMail({
      ...draft,
      quote: { text: 'Said' },
      look: { signal: { light: '#908f00', dark: '#ffff00' } },
    })
    expect(html).toContain('border-top:4px solid #908f00')
    expect(html).toContain('border-left:3px solid #908f00')
    expect(html).toContain('.rule { border-top-color: #ffff00 !important; }')
    expect(html).not.toContain('#c8380a')
  })

  test('shows the logo instead of the name, and the name to clients that block pictures', () => {
    const { html, text } = composeMail({ ...draft, look: { logo: 'https://acme.test/logo.png' } })
    expect(html).toMatch(/<img [^>]*src="https:\/\/acme\.test\/logo\.png" alt="Quoin &amp; Sons" height="36"/)
    expect(html?.match(/Quoin &amp; Sons/g)).toHaveLength(1)
    expect(text).toContain('Quoin & Sons')
  })

  test('shows the icon beside the name of a site without a logo', () => {
    const { html } = composeMail({ ...draft, look: { icon: 'https://acme.test/icon-192.png' } })
    expect(html).toMatch(/<img src="https:\/\/acme\.test\/icon-192\.png" alt="" width="40" height="40"/)
    expect(html?.match(/Quoin &amp; Sons/g)).toHaveLength(1)
    const logo = 'https://acme.test/logo.png'
    expect(composeMail({ ...draft, look: { icon: 'https://acme.test/icon-192.png', logo } }).html).not.toContain(
      'icon-192',
    )
  })

  test('says what to do when the button does not work, in its language', () => {
    const action = { label: 'Go', url: 'https://acme.test/a/' }
    expect(composeMail({ ...draft, action }).html).toContain('If the button does not work, copy this address:</div><a ')
    expect(composeMail({ ...draft, action, language: 'es' }).html).toContain('Si el botón no funciona, copie')
    expect(composeMail(draft).html).not.toContain('copy this address')
  })

  test('is unchanged without them', () => {
    expect(composeMail({ ...draft, look: {} })).toEqual(composeMail(draft))
    expect(composeMail(draft).html).not.toContain('<img')
  })

  test('has its language and preview text where mail clients strip the rest', () => {
    const { html } = composeMail({ ...draft, language: 'es', subject: 'A "b"', paragraphs: ['One <1>', 'Two'] })
    const body = html?.slice(html.indexOf('<body')) ?? ''
    expect(body).toContain('<div role="article" aria-label="A &quot;b&quot;" lang="es">')
    expect(body).toMatch(/^<body[^>]*>\n<div class="preview" style="display:none[^"]*">One &lt;1&gt;<\/div>/)
    expect(composeMail({ ...draft, lead: ['Dear all\nhello'] }).html).toMatch(
      /class="preview"[^>]*>Dear all hello<\/div>/,
    )
  })
})
