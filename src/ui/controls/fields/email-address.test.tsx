import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { EmailAddress } from './email-address'

const breaksOf = (address: string) =>
  renderToStaticMarkup(<EmailAddress>{address}</EmailAddress>)
    .replace(/^<span class="kit-email">(.*)<\/span>$/, '$1')
    .replaceAll('<wbr/>', '|')

test('an address wraps before its @ and after its dots, and elsewhere only where a part is long', () => {
  expect(breaksOf('ada.lovelace@mail.example.org')).toBe('ada.|lovelace|@mail.|example.|org')
  expect(breaksOf('"Ada" <ada@acme.test>')).toBe('&quot;Ada&quot; &lt;ada|@acme.|test&gt;')
  const long = 'a'.repeat(30)
  expect(breaksOf(`${long}@acme.test`)).toBe(`<span class="kit-address">${long}</span>|@acme.|test`)
})
