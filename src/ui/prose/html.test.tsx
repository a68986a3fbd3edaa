import { describe, expect, test } from 'bun:test'
import type { Language } from '#i18n/language'
import { renderPart } from '#test/render'
import { Html } from './html'

const shown = (html: string, language: Language = 'en') =>
  renderPart(<Html html={html} />, { language }).container.querySelector('.prose')?.innerHTML ?? ''

describe('pictures in stored HTML', () => {
  test('of the site have sizes and reserve their space', () => {
    const html = shown('<figure><img src="/images/about-workshop.webp" alt="A room"></figure>')
    expect(html).toContain('<source type="image/avif" srcset="/images/about-workshop-480.avif 480w,')
    expect(html).toContain('<source type="image/webp" srcset="/images/about-workshop-480.webp 480w,')
    expect(html).toMatch(
      /<img loading="lazy" decoding="async" width="1600" height="1000" src="\/images\/about-workshop.webp" alt="A room"><\/picture>/,
    )
  })

  test('keep the attributes of their author', () => {
    expect(
      shown('<img src="/images/about-workshop.webp" alt="" width="10" height="5" loading="eager" decoding="sync">'),
    ).toContain('<img src="/images/about-workshop.webp" alt="" width="10" height="5" loading="eager" decoding="sync">')
    expect(shown('<img src="/images/about-workshop.webp" srcset="/a.webp 2x" alt="">')).not.toContain('<picture>')
  })

  test('of other sites are loaded lazily only', () => {
    expect(shown('<p>1 &gt; 0</p><img src="https://example.com/a.webp" alt="a &lt; b">')).toContain(
      '<p>1 &gt; 0</p><img loading="lazy" decoding="async" src="https://example.com/a.webp"',
    )
    expect(shown('<img src="constructor" alt="">')).not.toContain('<picture>')
  })
})

test('a table gets a focusable frame, each with a name of its own', () => {
  const cells = '<tbody><tr><td>1</td></tr></tbody></table>'
  const named = (caption: string) => `<table><caption>${caption}</caption>${cells}`
  const names = (html: string, language?: Language) =>
    [
      ...shown(html, language).matchAll(
        /<div class="table-frame" role="region" tabindex="0" aria-label="([^"]*)"><table/g,
      ),
    ].map(([, name]) => name)
  expect(names(`<table>${cells}<table>${cells}`)).toEqual(['Table 1', 'Table 2'])
  expect(names(`<table>${cells}`, 'es')).toEqual(['Tabla 1'])
  expect(names(named('A <b>&amp;</b> "B" &lt;i&gt;') + named('A <b>&amp;</b> "B" &lt;i&gt;'))).toEqual([
    'A &amp; &quot;B&quot; <i>',
    'Table 2 A &amp; &quot;B&quot; <i>',
  ])
})

test('code scrolls with the keyboard, in a frame with a name', () => {
  const code = '<pre><code class="language-ts">if (a &lt; b) {}</code></pre>'
  expect(shown(`${code}<p>x</p>`)).toBe(
    `<div class="code-frame" role="group" aria-label="Code">${code.replace('<pre', '<pre tabindex="0"')}</div><p>x</p>`,
  )
  expect(shown(code, 'es')).toContain('aria-label="Código"')
})

test('a link to a page of the site is printed with its full URL', () => {
  const html = shown('<p><a class="x" href="/about/?a=1&amp;b=2">us</a> <a href="//other.example/">other</a></p>')
  expect(html).toContain('href="/about/?a=1&amp;b=2" data-address="https://acme.test/about/?a=1&amp;b=2"')
  expect(html).toContain('<a href="//other.example/">')
})

test('the back link of a footnote says where it leads', () => {
  const note = '<ol><li id="note-a1"><span>x</span> <a href="#note-a1-ref">↩</a></li></ol>'
  expect(shown(note)).toContain('<a href="#note-a1-ref" aria-label="Back to the text">↩</a>')
  expect(shown(note, 'es')).toContain('aria-label="Volver al texto"')
})
