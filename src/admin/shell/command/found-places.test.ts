import { Glob } from 'bun'
import { expect, test } from 'bun:test'
import { settingsPages } from '#admin/settings/settings-page'
import { findScreens } from '#features/find/admin-words'
import { readQuery } from '#features/find/query'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { languages } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { translate } from '#i18n/translate'
import { allEntries } from '../entries'

/** What is missing among the results for the name of each, in each language. */
const missing = (places: readonly { label: MessageId; path: string }[]) =>
  places.flatMap(({ label, path }) =>
    languages.flatMap((language) => {
      const name = translate(language, label)
      const query = readQuery(name)
      const found = query ? findScreens(query, language, false) : []
      return found.some(({ title, href: to }) => title === name && to.split('?')[0] === href(path)) ? [] : [name]
    }),
  )

test('every screen of the admin is found by its name in every language', () => {
  expect(allEntries.length).toBeGreaterThan(20)
  expect(missing(allEntries)).toEqual([])
  expect(missing([{ label: 'adminNav.posts', path: adminPaths.site }])).not.toEqual([])
})

test('every panel of settings is found by its name in every language', async () => {
  const panels = [
    ...Object.values(settingsPages).map(({ tab }) => ({ label: tab, path: adminPaths.settings })),
    { label: 'address.tab' as const, path: adminPaths.settings },
    ...(await labelsFrom('site.part.')).map((label) => ({ label, path: adminPaths.site })),
    ...(await headings('auth/screens/account', adminPaths.account)),
    ...(await headings('auth/screens/people', adminPaths.people)),
    ...(await headings('admin/system', adminPaths.system)),
    ...(await headings('features/waitlist/screens', adminPaths.waitlist)),
  ]
  expect(panels.length).toBeGreaterThan(18)
  expect(missing(panels)).toEqual([])
})

/** The texts of the admin whose keys begin so. */
async function labelsFrom(start: string): Promise<MessageId[]> {
  const catalog = (await Bun.file(new URL('../../../../locales/en/admin.json', import.meta.url)).json()) as object
  return Object.keys(catalog).filter((key) => key.startsWith(start)) as MessageId[]
}

/** Headings of what is only looked at. */
const figures = ['subscribers.overview', 'system.details']

/** The headings of the panels of a screen, by the source of its components. */
async function headings(folder: string, path: `/${string}/`) {
  const root = new URL(`../../../${folder}/`, import.meta.url).pathname
  const sources = await Promise.all(
    [...new Glob('**/*.tsx').scanSync(root)].map((name) => Bun.file(`${root}${name}`).text()),
  )
  const labels = sources.flatMap((source) =>
    [...source.matchAll(/(?:<h2[^>]*>\s*|<Sheet title=)\{t\('([\w.]+)'\)\}/g)].map(([, label]) => label as MessageId),
  )
  return labels.filter((label) => !figures.includes(label)).map((label) => ({ label, path }))
}
