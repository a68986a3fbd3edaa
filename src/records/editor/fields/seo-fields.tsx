import { useAtomValue } from 'jotai'
import { TextField } from '#ui/controls/fields/text-field'
import { useText } from '#i18n/i18n'
import { siteAtom } from '#contract/site'
import { derivedTitle } from '#ui/head/metadata'

export const seoFields = [
  'title',
  'description',
  'keywords',
  'canonical',
  'ogTitle',
  'ogDescription',
  'ogImage',
] as const
export type SeoField = (typeof seoFields)[number]

type SeoControlProps = {
  field: SeoField
  /** The label, if it is not simply the field's name. */
  label?: string
  value: string
  error?: string
  onChange: (value: string) => void
  isDisabled?: boolean
  /** What holds until something is typed. */
  derived?: string
  /** The hint, if it is not that of all records. */
  description?: string
  /** In place of completing a canonical URL that was typed as a path of this site. */
  onBlur?: () => void
}

/** The control of one SEO field. */
export function SeoControl({ field, onBlur, derived, ...control }: SeoControlProps) {
  const t = useText()
  const { origin } = useAtomValue(siteAtom)
  const { length, rows, isLink, isCanonical } = controlOptions[field]
  return (
    <TextField
      label={t(`editing.seo.${field}`)}
      description={t(`editing.seo.${field}Hint`)}
      {...control}
      placeholder={derived}
      maxLength={length}
      rows={rows}
      inputMode={isLink ? 'url' : undefined}
      spellCheck={isLink ? 'false' : undefined}
      onBlur={
        onBlur ??
        (() => {
          const whole = isCanonical ? withOrigin(control.value, origin) : control.value
          if (whole !== control.value) control.onChange(whole)
        })
      }
    />
  )
}

type ControlOptions = { length?: number; rows?: number; isLink?: true; isCanonical?: true }
const controlOptions: Record<SeoField, ControlOptions> = {
  title: { length: 300 },
  description: { length: 1000, rows: 3 },
  keywords: { length: 1000 },
  canonical: { isLink: true, isCanonical: true },
  ogTitle: { length: 300 },
  ogDescription: { length: 1000, rows: 3 },
  ogImage: { isLink: true },
}

export type DerivedSeo = Partial<Record<SeoField, string>>

type Facts = {
  /** Shown at the top of the page, and below it. */
  heading?: string
  summary?: string
  /** The typed title and description, which shared links follow. */
  typed: { title: string; description: string }
  /** The name of the page in menus, for one of the six. */
  label?: string
  /** The name of the site. */
  site: string
}

/** What search engines and shared links get while the SEO fields are empty. */
export function derivedSeo({ heading = '', summary = '', typed, label, site }: Facts): DerivedSeo {
  const own = label === undefined ? heading : derivedTitle(site, heading, label)
  const title = typed.title.trim() || own
  const description = typed.description.trim() || summary
  return {
    title: own,
    description: summary,
    keywords: [heading || label, site].filter(Boolean).join(', '),
    ogTitle: title,
    ogDescription: description,
  }
}

/** A canonical URL as typed: without `http://`, `https://` or another `scheme://` it is a path of this site. */
export function withOrigin(typed: string, origin: string): string {
  const address = typed.trim()
  if (address === '' || /^https?:\/\//i.test(address) || address.includes('://')) return address
  return `${origin}${address.startsWith('/') ? '' : '/'}${address}`
}
