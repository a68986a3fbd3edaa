import { useAtomValue } from 'jotai'
import { TextField } from '#ui/controls/fields/text-field'
import { useText } from '#i18n/i18n'
import { siteAtom } from '#contract/site'
import { withOrigin } from '#records/editor/values/canonical'

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
