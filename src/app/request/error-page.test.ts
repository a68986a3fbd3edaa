import { expect, test } from 'bun:test'
import { errorPage } from './error-page'

test('the page for when no page can be made brings the font that it names', () => {
  const html = errorPage({
    path: '/',
    language: 'en',
    accent: null,
    siteName: 'Acme',
    status: 500,
    messageId: 'errors.unexpectedText',
  })
  expect(html).toMatch(/font:[^;]*Archivo/)
  expect(html).toContain('@font-face{font-family:Archivo;src:url(/fonts/archivo.woff2)')
})
