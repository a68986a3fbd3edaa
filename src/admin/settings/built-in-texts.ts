import { readFileSync } from 'node:fs'
import { byLanguage } from '#i18n/by-language'
import type { Language } from '#i18n/language'
import type { Catalog, MessageId } from '#i18n/messages'

/**
 * The default texts of the catalogs, in all languages at once, because the settings form starts with them. A macro: the
 * bundle contains these texts only.
 */
export function builtInTexts() {
  const catalogs = byLanguage(readCatalog)
  const inEach = (id: MessageId) => byLanguage((language) => catalogs[language][id] ?? '')
  return {
    // The SEO fields follow name and texts until they are typed.
    home: {},
    blog: { blogTitle: inEach('blog.listTitle'), blogSubtitle: inEach('blog.listSubtitle') },
    projects: { projectsTitle: inEach('projects.listTitle'), projectsSubtitle: inEach('projects.listSubtitle') },
  }
}

const readCatalog = (language: Language): Catalog =>
  Object.assign({}, ...['site', 'admin'].map((area) => readJson(`locales/${language}/${area}.json`))) as Catalog

const readJson = (path: string): unknown => JSON.parse(readFileSync(`${import.meta.dir}/../../../${path}`, 'utf8'))
