import type { MenuLink } from '#contract/site'
import { siteParts } from '#contract/site-values'
import { dateTime } from '#i18n/dates'
import { type Translate, useText } from '#i18n/i18n'
import { languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { hiddenOf, navigationOf, socialOf } from './site-values'

/** Formats a value of the site for display: a list with a line for each entry, a moment as a date. */
export function useSiteValue(): (field: string, value: string) => string {
  const t = useText()
  const language = usePageLanguage()
  return (field, value) => {
    if (field === 'navigation') return linesOf(navigationOf({ navigation: value }), t)
    if (field === 'social')
      return (socialOf({ social: value }) ?? [])
        .map(({ kind, url }) => `${t(`site.social.${kind}`)}: ${url}`)
        .join('\n')
    if (value === 'true' || value === 'false') return t(`site.look.${value === 'true' ? 'on' : 'off'}`)
    if (field.startsWith('look.') && value !== '') return t(`site.${field}.${value}` as 'site.look.width.wide')
    if (field === 'hidden')
      return siteParts
        .filter((part) => !hiddenOf({ hidden: value }).includes(part))
        .map((part) => t(`site.hidden.${part}`))
        .join('\n')
    const isMoment = field === 'announcement.from' || field === 'announcement.until'
    return isMoment && value !== '' ? dateTime(value, language) : value
  }
}

const linesOf = (entries: ReturnType<typeof navigationOf>, t: Translate): string =>
  entries === null
    ? t('site.builtInPicture')
    : entries.flatMap((entry) => [lineOf(entry), ...entry.children.map((child) => `– ${lineOf(child)}`)]).join('\n')

const lineOf = ({ label, href }: MenuLink) =>
  `${languages.flatMap((language) => label[language] || []).join(' / ')}: ${href}`
