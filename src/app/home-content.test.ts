import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import sharp from 'sharp'
import { testLibrary, type TestLibrary } from '#test/library'
import { drawnIconNames } from '#ui/pictures/drawn-icons'

let site: TestLibrary
beforeAll(async () => {
  site = await testLibrary()
})
beforeEach(() => site.startAfresh())
afterAll(() => site.close())

type Saved = { content: string; issues?: { path: string; message: string }[] }
async function save(content: object) {
  const answer = await site.write('POST', '/api/page-contents', { page: 'home', content })
  return { status: answer.status, json: (await answer.json()) as Saved }
}
const home = async (path = '/') => (await site.t.ask(path)).text()
const classesOf = (html: string) =>
  [...html.matchAll(/<section class="([\w -]+)"/g)].map(([, name]) => name!.split(' ').at(0))
const heading = { projectsTitle: 'Work', blogTitle: 'Notes', heroTitle: 'We mend old clocks' }
const features = [{ title: 'Repair' }, { title: 'Restoration' }]

test('the sections are those that the content names, in its order; without names all', async () => {
  await save({ ...heading, features })
  const all = ['hero', 'section', 'section', 'section', 'waitlist']
  expect(classesOf(await home())).toEqual(all)
  await save({ ...heading, features, sections: ['waitlist', 'features', 'hero'] })
  expect(classesOf(await home())).toEqual(['waitlist', 'section', 'hero'])
  expect(classesOf(await home('/es/'))).toEqual(['waitlist', 'section', 'hero'])
  await save({ ...heading, features, sections: ['projects'], heroCta: 'Join us' })
  const html = await home()
  expect(classesOf(html)).toEqual(['section'])
  expect(html.match(/<h1[^>]*>[^<]*<\/h1>/g)).toEqual(['<h1 class="visually-hidden">We mend old clocks</h1>'])
  await save({ ...heading, features, sections: [] })
  expect(classesOf(await home())).toEqual([])
  await save({ ...heading, features })
  expect(classesOf(await home())).toEqual(all)
})

test('the button to the waitlist is there only with its section', async () => {
  await save({ heroCta: 'Join us' })
  expect(await home()).toContain('href="#waitlist">Join us')
  await save({ heroCta: 'Join us', sections: ['hero', 'blog'] })
  expect(await home()).not.toContain('>Join us')
})

test('the hero shows the drawing of the chosen industries, a picture of the library, or nothing', async () => {
  const paths = (html: string) => (/<svg class="hero-drawing".*?<\/svg>/.exec(html)?.[0].match(/<path/g) ?? []).length
  await save({})
  const all = paths(await home())
  await save({ heroPicture: { industries: ['education'] } })
  const school = paths(await home())
  await save({ heroPicture: { show: 'drawing', industries: ['education', 'realEstate'] } })
  const both = paths(await home())
  expect([0 < school, school < both, both < all]).toEqual([true, true, true])
  await save({ heroPicture: { show: 'none' } })
  const without = await home()
  expect([without.includes('hero-drawing"'), without.includes('hero-plate"')]).toEqual([false, false])

  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c8401c' } })
    .png()
    .toBuffer()
  const picture = await site.upload(bytes, 'workshop.png')
  await site.write('PUT', `/api/media/${picture.id}`, { name: 'workshop.png', alt: { en: 'A bench', es: 'Un banco' } })
  await save({ heroPicture: { show: 'picture', src: picture.url } })
  for (const [path, alt] of [
    ['/', 'A bench'],
    ['/es/', 'Un banco'],
  ] as const) {
    const html = await home(path)
    expect(html).toContain(`alt="${alt}"`)
    expect(html).toContain(picture.variants)
    expect(html).not.toContain('hero-drawing"')
  }
  const uses = (await (await site.write('GET', `/api/media/${picture.id}`)).json()) as { uses?: object[] }
  expect(JSON.stringify(uses)).toContain('home')
})

test('an own picture of another site has the text of each language', async () => {
  const src = 'https://example.com/a.jpg'
  const es = { heroPicture: { alt: 'Un reloj' } }
  await save({ heroPicture: { src, alt: 'A clock' }, translations: { es } })
  expect(await home()).toContain('alt="A clock"')
  expect(await home('/es/')).toContain('alt="Un reloj"')
})

test('features have the icons of their names, an SVG of the library, or that of their place', async () => {
  const icons = (html: string) =>
    [...html.matchAll(/class="industry-icon"[^>]*>(?:<svg[^>]*><path[^>]*d="([^"]{0,60}))?/g)].map(([, d]) => d)
  expect(drawnIconNames.length).toBeGreaterThanOrEqual(24)
  await save({ features: [{ title: 'A' }, { title: 'B' }, { title: 'C' }] })
  const byPlace = icons(await home())
  expect([byPlace.length, new Set(byPlace).size]).toEqual([3, 3])
  const svg = await site.upload(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><script>1</script><path d="M4 4h40"/></svg>',
    'mark.svg',
  )
  const es = { features: [{ title: 'Uno' }, {}, {}] }
  const rows = [
    { title: 'A', icon: 'gate' },
    { title: 'B', icon: svg.url },
    { title: 'C', icon: '' },
  ]
  expect((await save({ features: rows, translations: { es } })).status).toBe(200)
  for (const path of ['/', '/es/']) {
    const html = await home(path)
    expect(icons(html)).toEqual([byPlace[2], undefined, byPlace[2]])
    expect(html).toContain(`src="${svg.url}"`)
  }
  for (const icon of drawnIconNames) expect((await save({ features: [{ title: 'A', icon }] })).status).toBe(200)
})

test('refuses values that are none, at their field, and stores nothing', async () => {
  await save({ heroTitle: 'Stored' })
  const wrong: [object, string][] = [
    [{ sections: ['hero', 'team'] }, 'content.sections.1'],
    [{ sections: ['hero', 'hero'] }, 'content.sections'],
    [{ sections: 'hero' }, 'content.sections'],
    [{ heroPicture: 'none' }, 'content.heroPicture'],
    [{ heroPicture: { show: 'film' } }, 'content.heroPicture.show'],
    [{ heroPicture: { show: 'picture' } }, 'content.heroPicture.src'],
    [{ heroPicture: { src: 'javascript:alert(1)' } }, 'content.heroPicture.src'],
    [{ heroPicture: { industries: ['mining'] } }, 'content.heroPicture.industries.0'],
    [{ features: [{ title: 'A' }, { icon: 'unicorn' }] }, 'content.features.1.icon'],
    [{ features: [{ icon: 'https://evil.test/a.svg' }] }, 'content.features.0.icon'],
  ]
  for (const [content, path] of wrong) {
    const { status, json } = await save({ heroTitle: 'Changed', ...content })
    expect([status, json.issues?.map((issue) => issue.path)]).toEqual([422, [path]])
    expect(json.issues![0]!.message).toMatch(/^\S.* \S/)
  }
  expect(await home()).toContain('Stored')
  const other = await site.write('POST', '/api/page-contents', {
    page: 'legal',
    content: { sections: [{ title: 'A' }] },
  })
  expect(other.status).toBe(201)
})
