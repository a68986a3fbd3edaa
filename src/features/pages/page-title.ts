import type { Language } from '#i18n/language'
import { translated } from '#i18n/translated'
import { isRecord, parseJson } from '#text/parse-json'
import { text } from '#text/reading'
import type { PageName } from './contract'

const titleKeys: Record<PageName, string> = {
  home: 'heroTitle',
  projects: 'projectsTitle',
  blog: 'blogTitle',
  about: 'title',
  contact: 'title',
  legal: 'title',
}

/** What a page calls itself in a language; undefined where its content says nothing of it. */
export function titleOf(page: PageName, content: string, language: Language): string | undefined {
  const parsed = parseJson(content)
  if (!isRecord(parsed)) return undefined
  const translations = isRecord(parsed.translations) ? parsed.translations : undefined
  return text(translated(parsed, translations, language), titleKeys[page])
}
