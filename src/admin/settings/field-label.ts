import { useCallback } from 'react'
import { useText } from '#i18n/i18n'
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

/** What a setting is called; the Spanish version of a text says so. */
export function useFieldLabel(): (field: string) => string {
  const t = useText()
  return useCallback(
    (field) => {
      const original = field.replace(/^translations\.es\./, '')
      const id = labels[original]
      const label = id ? t(id) : original
      return field === original ? label : t('settings.inSpanish', { field: label })
    },
    [t],
  )
}
