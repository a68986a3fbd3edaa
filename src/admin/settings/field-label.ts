import { useCallback } from 'react'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { defaultLanguage } from '#i18n/language'
import { readPath } from '#records/editor/values/paths'
import type { MessageId } from '#i18n/messages'

const labels: Partial<Record<string, MessageId>> = {
  blogTitle: 'page.field.pageTitle',
  blogSubtitle: 'page.field.pageSubtitle',
  projectsTitle: 'page.field.pageTitle',
  projectsSubtitle: 'page.field.pageSubtitle',
  'metadata.title': 'settings.title',
  'metadata.description': 'settings.description',
  'metadata.keywords': 'settings.keywords',
  'metadata.canonical': 'settings.canonical',
  'metadata.ogTitle': 'settings.ogTitle',
  'metadata.ogDescription': 'settings.ogDescription',
  'metadata.ogImage': 'settings.ogImage',
}

/** What a setting is called; the version of a text in another language says so. */
export function useFieldLabel(): (field: string) => string {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return useCallback(
    (field) => {
      const { language, name } = readPath(field)
      const id = labels[name]
      const label = id ? t(id) : name
      return language === defaultLanguage
        ? label
        : t('settings.inLanguage', { field: label, language: nameOf(language) })
    },
    [t, nameOf],
  )
}
