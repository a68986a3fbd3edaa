import { readAt, writeAt } from '#editing/json-text'
import type { Language } from '#i18n/language'
import { FieldPair } from '#records/editor/languages/field-pair'
import { SeoControl, type SeoField, seoFields } from '#records/editor/fields/seo-fields'
import type { PageName } from '#features/pages/contract'
import { rootOf } from '#records/editor/nested/list-edits'
import { FormWaits } from './page-editor'
import { usePageFieldLabel } from './use-page-field-label'

type PageSeoProps = {
  page: PageName
  text: string
  content: Record<string, unknown>
  isValid: boolean
  onChange: (text: string) => void
  languages: readonly Language[]
}

/** The SEO fields inside a page's JSON. They wait while it is invalid. */
export function PageSeo({ page, text, content, isValid, onChange, languages }: PageSeoProps) {
  const labelOf = usePageFieldLabel(page)
  const pathIn = (language: Language, field: SeoField) => [...rootOf(language).map(String), 'metadata', field]
  const read = (path: string[]) => {
    const value = readAt(content, path)
    return typeof value === 'string' ? value : ''
  }
  return (
    <div className="edit-page">
      <div className="edit-form" data-columns={languages.length}>
        {!isValid && <FormWaits />}
        {seoFields.map((field) => (
          <FieldPair
            key={field}
            languages={languages}
            pathOf={(language) => pathIn(language, field).join('.')}
            render={(language) => {
              const path = pathIn(language, field)
              return (
                <SeoControl
                  field={field}
                  label={labelOf(path)}
                  isDisabled={!isValid}
                  value={read(path)}
                  onChange={(value) => {
                    if (isValid) onChange(writeAt(text, path, value))
                  }}
                />
              )
            }}
          />
        ))}
      </div>
    </div>
  )
}
