import { useAtomValue } from 'jotai'
import { pathIn } from '#records/editor/values/paths'
import type { Values } from '#records/editor/values/values'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { inLanguage } from '#i18n/addresses/href'
import { siteAtom } from '#contract/site'
import { type SettingsPage, settingsPages } from './settings-page'

type SearchPreviewProps = { page: SettingsPage; values: Values; language: Language }

/** Roughly what a search engine shows of the page. */
export function SearchPreview({ page, values, language }: SearchPreviewProps) {
  const t = useText()
  const { name, origin } = useAtomValue(siteAtom)
  const { path, heading } = settingsPages[page]
  const read = (field: string) => {
    const english = String(values[field] ?? '')
    return String(values[pathIn(language, field)] ?? '') || english
  }
  const title = read('metadata.title') || (heading ? `${name} ${read(heading.title)}` : name)
  return (
    <figure className="settings-preview">
      <figcaption>{t('settings.preview')}</figcaption>
      <p className="settings-preview-address">
        {values[pathIn(language, 'metadata.canonical')] || origin + inLanguage(path, language)}
      </p>
      <p className="settings-preview-title" lang={language}>
        {clip(title, 60)}
      </p>
      <p className="settings-preview-text" lang={language}>
        {clip(read('metadata.description'), 155)}
      </p>
    </figure>
  )
}

const clip = (text: string, length: number) => (text.length > length ? `${text.slice(0, length).trimEnd()}…` : text)
