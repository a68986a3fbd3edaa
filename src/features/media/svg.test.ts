import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { type TestLibrary, testLibrary, variantsOf } from '#test/library'
import { cleanSvg } from './reading/svg'

let library: TestLibrary
beforeAll(async () => {
  library = await testLibrary()
})
beforeEach(() => library.startAfresh())
afterAll(() => library.close())

const statusOf = async (text: string, name = 'a.svg') => (await library.send('/api/media', text, name)).status

describe('an SVG', () => {
  const clean = (inside: string, attributes = '') =>
    cleanSvg(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9" ${attributes}>${inside}</svg>`,
    )

  test('keeps its shapes', async () => {
    const drawing =
      '<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs><rect fill="url(#a)" width="9" height="9"/><use href="#a"/><text>a &amp; b</text><style>.a{fill:red}</style>'
    const out = await clean(drawing)
    for (const kept of ['<linearGradient id="a">', 'fill="url(#a)"', '<use href="#a">', 'a &amp; b', '.a{fill:red}'])
      expect(out).toContain(kept)
  })

  test.each([
    '<script>alert(1)</script>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    '<rect onload="alert(1)"/>',
    '<a href="javascript:alert(1)"><rect/></a>',
    '<a xlink:href="javascript:alert(1)"><rect/></a>',
    '<image href="https://evil.test/alert"/>',
    '<use href="https://evil.test/a.svg#alert"/>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><p>alert</p></body></foreignObject>',
    '<iframe src="https://evil.test/alert"/>',
    '<style>@import url(https://evil.test/alert);</style>',
    '<style>a{background:url("//evil.test/alert")}</style>',
    '<rect style="fill:url(https://evil.test/alert)"/>',
    '<set attributeName="href" to="javascript:alert(1)"/>',
    '<style>@im@import;port "//evil.test/alert";</style>',
    '<style>@im@import url(x);port url(//evil.test/alert);</style>',
    '<style>@i\\6dport "//evil.test/alert";</style>',
    '<style>@im<!-- -->port "//evil.test/alert";</style>',
    '<style>@im<![CDATA[port "//evil.test/alert";]]></style>',
    '<style>@im<g/>port "//evil.test/alert";</style>',
    '<style>&#64;import "//evil.test/alert";</style>',
    '<style>a{fill:url(/**/"//evil.test/alert")}</style>',
    '<style>a{fill:url(<!-- -->//evil.test/alert)}</style>',
    '<style>a{fill:url(#a/**/);background:url(#/../**///evil.test/alert)}</style>',
    '<style>a{fill:u\\rl(//evil.test/alert)}</style>',
    '<style>a{fill:ur/**/l(//evil.test/alert)}</style>',
    '<style>a{background:url(url(#a)//evil.test/alert)}</style>',
    '<style>a{background:image-set(url(#a) 1x, "https://evil.test/alert" 2x)}</style>',
    '<style>a{background:-webkit-image-set("https://evil.test/alert" 1x)}</style>',
    '<style>@font-face{font-family:a;src:url(https://evil.test/alert)}</style>',
    '<style>@font-face @import "//evil.test/alert";</style>',
    '<rect fill="url(https://evil.test/alert)"/>',
    '<rect fill="url(/**/https://evil.test/alert)"/>',
    '<rect filter="url(&#34;//evil.test/alert&#34;)"/>',
    '<rect mask="URL(//evil.test/alert#a)"/>',
    '<animate attributeName="fill" values="red;url(//evil.test/alert)"/>',
    '<set attributeName="fill" to="url(//evil.test/alert)"/>',
    '<set attributeName=" xlink:href " to="//evil.test/alert"/>',
    '<feImage href="//evil.test/alert"/>',
    '<image xlink:href="data:image/svg+xml;base64,alert"/>',
    '<style xml:base="https://evil.test/alert">a{}</style>',
    '<animate attributeName="onload" to="alert(1)"/>',
    '<!-- alert -->',
    '<?php alert ?>',
    '<metadata>alert</metadata>',
  ])('loses %s', async (inside) => {
    const out = await clean(inside)
    expect(out).not.toMatch(/alert|evil|javascript/)
    expect(out).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"')
  })

  test('keeps references within itself, however they are written', async () => {
    const out = await clean(
      `<style>/* shapes */ @import url(https://fonts.test/a.css); .a{fill:url( '#a' )} .b{fill:URL("#b")}<!-- --><![CDATA[.c{fill:url(#c)}]]></style><rect style="mask:url(#d)" transform="translate(1 2)"/>`,
    )
    for (const kept of ['.a{fill:url(#a)}', '.b{fill:url(#b)}', '.c{fill:url(#c)}', 'mask:url(#d)', 'translate(1 2)'])
      expect(out).toContain(kept)
    expect(out).not.toContain('fonts.test')
  })

  test('is refused where it nests without end, and parsed where a style is not closed', async () => {
    const around = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`
    for (const name of ['g', 'unknown'])
      expect(await statusOf(around(`<${name}>`.repeat(60_000) + `</${name}>`.repeat(60_000)), 'deep.svg')).toBe(422)
    expect(await statusOf(around('<g>'.repeat(200) + '</g>'.repeat(200)), 'drawn.svg')).toBe(201)
    for (const inside of ['url(', 'url(#', '@font-face', '@import ', '/*', 'image-set('])
      expect([inside, await statusOf(around(`<style>a{fill:${inside}${' '.repeat(400_000)}</style>`))]).toEqual([
        inside,
        201,
      ])
  })

  test('that takes too long to render is refused', async () => {
    const slow = `<svg xmlns="http://www.w3.org/2000/svg" width="7000" height="7000">${Array.from({ length: 300_000 }, (_, at) => `<path d="M${at % 7000} ${at % 6999}l10 10h20v-5z"/>`).join('')}</svg>`
    expect(await statusOf(slow, 'slow.svg')).toBe(422)
  })

  test('with expanding entities is refused', async () => {
    const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at} "${`&a${at === 0 ? '' : at - 1};`.repeat(10)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&a8;</text></svg>`
    expect(await statusOf(bomb, 'bomb.svg')).toBe(422)
    const secret =
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>'
    expect(await statusOf(secret, 'secret.svg')).toBe(422)
    const plain =
      '<!DOCTYPE svg [<!ENTITY ns "http://ns.test/">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:i="&ns;" width="9" height="9"><i:x/></svg>'
    expect(await statusOf(plain, 'plain.svg')).toBe(201)
  })
})

describe('an SVG in another encoding', () => {
  const utf16 = (text: string, isBig: boolean, mark = '\ufeff') => {
    const bytes = Buffer.from(mark + text, 'utf16le')
    return isBig ? bytes.swap16() : bytes
  }
  const drawing = (declaration: string, inside = '') =>
    `${declaration}<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><title>Grúa ñ</title><rect width="40" height="30" fill="red"/>${inside}</svg>`
  const hostile =
    '<script>alert(1)</script><rect onload="alert(1)"/><image href="https://evil.test/a"/><text>+ADw-script+AD4-</text>'
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`

  test.each<[string, (inside?: string) => Buffer]>([
    ['UTF-16, little-endian', (inside) => utf16(drawing(declared('UTF-16'), inside), false)],
    ['UTF-16, big-endian', (inside) => utf16(drawing(declared('utf-16'), inside), true)],
    ['UTF-16 without a declaration', (inside) => utf16(drawing('', inside), true)],
    ['UTF-16 without a byte order mark', (inside) => utf16(drawing(declared('UTF-16LE'), inside), false, '')],
    ['UTF-16 that declares UTF-8', (inside) => utf16(drawing(declared('UTF-8'), inside), false)],
    ['UTF-8 with a byte order mark', (inside) => Buffer.from(`\ufeff${drawing(declared('utf-8'), inside)}`)],
    [
      'UTF-8 with a byte order mark that declares Latin 1',
      (inside) => Buffer.from(`\ufeff${drawing(declared('ISO-8859-1'), inside)}`),
    ],
    ['UTF-8 that declares UTF-16', (inside) => Buffer.from(drawing(declared('utf-16'), inside))],
    ['UTF-8 that declares what nobody reads', (inside) => Buffer.from(drawing(declared('utf-7'), inside))],
    ['Latin 1', (inside) => Buffer.from(drawing(declared('ISO-8859-1'), inside), 'latin1')],
  ])('is cleaned, shown and served as UTF-8: %s', async (_, encode) => {
    const { status, json } = await library.send('/api/media', encode(hostile), 'a.svg')
    expect([status, json.mime, json.width, json.height]).toEqual([201, 'image/svg+xml', 40, 30])
    const answer = await library.t.ask(json.url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    const bytes = Buffer.from(await answer.bytes())
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    expect(text).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"')
    expect(text).toContain('Grúa ñ')
    expect(text).not.toMatch(/<script|alert|evil|onload|encoding=/)
    const { dominant } = await sharp(bytes).stats()
    expect(dominant.r > 200 && dominant.g < 50).toBe(true)
    const mail = await library.t.ask(`${variantsOf(encode(hostile))}/mail.png`)
    expect(mail.status).toBe(200)
  })

  test('is refused when it is cut, or no drawing', async () => {
    const whole = utf16(drawing(''), false)
    expect(await statusOfBytes(whole)).toBe(201)
    expect(await statusOfBytes(whole.subarray(0, -12))).toBe(422)
    expect(await statusOfBytes(utf16('<html><svg/></html>', false))).toBe(415)
    expect(await statusOfBytes(Buffer.from('+ADw-svg xmlns=+ACI-http://www.w3.org/2000/svg+ACI-/+AD4-'))).toBe(415)
  })

  const statusOfBytes = async (bytes: Buffer) => (await library.send('/api/media', bytes, 'a.svg')).status
})
