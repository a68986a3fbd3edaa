import { useAtomValue } from 'jotai'
import { TextField } from '#base/controls/text-field'
import { useText } from '#base/i18n/i18n'
import { siteAtom } from '#base/site'
import { withOrigin } from './canonical'

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

type SeoFieldsProps = {
  read: (field: SeoField) => { value: string; error?: string }
  onChange: (field: SeoField, value: string) => void
  isDisabled?: boolean
}

/** What search engines and link previews are told. */
export function SeoFields({ read, onChange, isDisabled = false }: SeoFieldsProps) {
  const t = useText()
  const { origin } = useAtomValue(siteAtom)
  const control = (field: SeoField) => ({
    ...read(field),
    label: t(`editing.seo.${field}`),
    description: t(`editing.seo.${field}Hint`),
    onChange: (value: string) => onChange(field, value),
    isDisabled,
  })
  return (
    <div className="edit-fields">
      <TextField {...control('title')} maxLength={300} />
      <TextField {...control('description')} maxLength={1000} rows={3} />
      <TextField {...control('keywords')} maxLength={1000} />
      <TextField
        {...control('canonical')}
        inputMode="url"
        onBlur={() => {
          const { value } = read('canonical')
          const whole = withOrigin(value, origin)
          if (whole !== value) onChange('canonical', whole)
        }}
      />
      <TextField {...control('ogTitle')} maxLength={300} />
      <TextField {...control('ogDescription')} maxLength={1000} rows={3} />
      <TextField {...control('ogImage')} inputMode="url" />
    </div>
  )
}
