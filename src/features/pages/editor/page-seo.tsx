import { writeAt } from '#editing/json-text'
import type { Language } from '#i18n/language'
import type { PageName } from '#features/pages/contract'
import { pageKindOf } from '#features/pages/page-fields'
import { RecordSeo } from '#records/editor/fields/record-seo'
import { fromStored } from '#records/editor/values/record-values'
import { FormWaits } from './page-editor'

type PageSeoProps = {
  page: PageName
  text: string
  content: Record<string, unknown>
  isValid: boolean
  onChange: (text: string) => void
  languages: readonly Language[]
  /** Errors by the path in the JSON. */
  errors: Readonly<Record<string, string>>
}

/** The SEO fields in a page's JSON. Disabled while it is invalid. */
export function PageSeo({ page, text, content, isValid, onChange, languages, errors }: PageSeoProps) {
  return (
    <RecordSeo
      kind={pageKindOf(page)}
      languages={languages}
      waits={isValid ? undefined : <FormWaits />}
      form={{
        values: fromStored({ fields: {} }, content),
        errors,
        change: (changed) =>
          onChange(
            Object.entries(changed).reduce((json, [path, value]) => writeAt(json, path.split('.'), value), text),
          ),
      }}
    />
  )
}
