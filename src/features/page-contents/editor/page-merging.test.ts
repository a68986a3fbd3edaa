import { describe, expect, test } from 'bun:test'
import { checkJson } from '#editing/json-text'
import { mergePageContents } from './page-values'

type Content = Record<string, unknown>
const version = (content: Content) => ({ text: JSON.stringify(content, null, 2) })
const merge = (page: 'home' | 'about' | 'legal', base: Content, yours: Content, theirs: Content) => {
  const merging = mergePageContents(page, { base: version(base), yours: version(yours), theirs: version(theirs) })
  return { ...merging, result: (choices = {}) => checkJson(merging.resolve(choices).text).value }
}
const field = (...path: string[]) => path.join('.')

describe('two changes of a page', () => {
  test('are merged key by key, those of metadata and translations one level deeper', () => {
    const base = { heroTitle: 'A', metadata: { title: 'M' }, translations: { es: { heroTitle: 'Á' } } }
    const { conflicts, autoMerged, result } = merge(
      'home',
      base,
      { ...base, heroTitle: 'B' },
      { heroTitle: 'A', metadata: { title: 'N' }, translations: { es: { heroTitle: 'É' } } },
    )
    expect(conflicts).toEqual([])
    expect(autoMerged).toEqual(['metadata.title', 'translations.es.heroTitle'])
    expect(result()).toEqual({ heroTitle: 'B', metadata: { title: 'N' }, translations: { es: { heroTitle: 'É' } } })
  })

  test('of a list are merged row by row, in both languages', () => {
    const row = (name: string, bio = `${name} works here.`) => ({ name, bio })
    const page = (names: string[], bios: Record<string, string> = {}) => ({
      title: 'About',
      team: names.map((name) => row(name, bios[name])),
      translations: { es: { team: names.map((name) => row(name, `${name} trabaja aquí.`)) } },
    })
    const { conflicts, autoMerged, result } = merge(
      'about',
      page(['Ana', 'Ben', 'Cleo']),
      page(['Ana', 'Ben', 'Cleo'], { Ana: 'Ana leads.' }),
      page(['Cleo', 'Ana', 'Ben', 'Dan']),
    )
    expect(conflicts).toEqual([])
    expect(autoMerged).toEqual(['team'])
    expect(result()).toEqual(page(['Cleo', 'Ana', 'Ben', 'Dan'], { Ana: 'Ana leads.' }))
  })

  test('are asked about by the text of a row that both have changed', () => {
    const page = (name: string, role: string, bio: string) => ({ team: [{ name, role, bio }] })
    const { conflicts, result } = merge(
      'about',
      page('Ana', 'Engineer', 'She works here.'),
      page('Anna', 'Lead', 'She works here.'),
      page('Ana', 'Director', 'She has worked here for long.'),
    )
    expect(conflicts).toMatchObject([{ field: field('team', '0', 'role'), base: 'Engineer', yours: 'Lead' }])
    expect(result()).toEqual(page('Anna', 'Lead', 'She has worked here for long.'))
    expect(result({ [field('team', '0', 'role')]: 'theirs' })).toEqual(
      page('Anna', 'Director', 'She has worked here for long.'),
    )
  })

  test('are asked about by the whole row that one has removed', () => {
    const base = { team: [{ name: 'Ana' }, { name: 'Ben' }] }
    const { conflicts, result } = merge(
      'about',
      base,
      { team: [{ name: 'Ana' }] },
      { team: [{ name: 'Ana' }, { name: 'Benito' }] },
    )
    expect(conflicts).toMatchObject([{ field: field('team', '1'), base: 'Ben', yours: undefined, theirs: 'Benito' }])
    expect(result()).toEqual({ team: [{ name: 'Ana' }] })
    expect(result({ [field('team', '1')]: 'theirs' })).toEqual({ team: [{ name: 'Ana' }, { name: 'Benito' }] })
  })

  test('of rich texts are merged paragraph by paragraph, inside rows too', () => {
    const page = (content: string, section: string) => ({ content, sections: [{ title: 'One', content: section }] })
    const { conflicts, result } = merge(
      'legal',
      page('', '<p>A</p>\n<p>B</p>'),
      page('', '<p>A!</p>\n<p>B</p>'),
      page('', '<p>A</p>\n<p>B!</p>'),
    )
    expect(conflicts).toEqual([])
    expect(result()).toEqual(page('', '<p>A!</p>\n<p>B!</p>'))
  })

  test('remove the key that only one has removed, and keep unknown keys', () => {
    const base = { old: 'x', features: [{ title: 'one' }], unknown: { deep: [1] } }
    const { result, resolve } = merge('home', base, { features: [{ title: 'two' }], unknown: { deep: [1] } }, base)
    expect(result()).toEqual({ features: [{ title: 'two' }], unknown: { deep: [1] } })
    expect(merge('home', base, base, base).resolve({})).toEqual(version(base))
    expect(resolve({}).text).toContain('\n')
  })

  test('are chosen as whole texts where one of them is not JSON', () => {
    const base = version({ a: 1 })
    const { conflicts } = mergePageContents('home', { base, yours: { text: '{ broken' }, theirs: version({ a: 2 }) })
    expect(conflicts).toMatchObject([{ field: 'text', yours: '{ broken' }])
  })
})
