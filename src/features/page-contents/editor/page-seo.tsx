import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { writeAt } from '#editing/json-text'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import type { PageName } from '#features/page-contents/contract'
import { pageContentKindOf } from '#features/page-contents/page-fields'
import { localizePageContent, metadataIn } from '#features/page-contents/page-json'
import { derivedSeo } from '#records/editor/fields/seo-fields'
import { RecordSeo } from '#records/editor/fields/record-seo'
import { fromStored } from '#records/editor/values/record-values'
import { text as readText } from '#text/reading'
import { headingOf } from '#ui/head/metadata'
import { FormWaits } from './page-editor'
import { useState } from 'react'

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
  const t = useText()
  const site = useAtomValue(siteAtom).name
  const derived = (language: Language) => {
    const { title, subtitle } = headingOf(page, localizePageContent(content, language))
    const own = metadataIn(content, language)
    const typed = { title: readText(own, 'title') ?? '', description: readText(own, 'description') ?? '' }
    return derivedSeo({ heading: title, summary: subtitle, typed, label: t(`page.${page}`), site })
  }
  return (
    <RecordSeo
      kind={pageContentKindOf(page)}
      languages={languages}
      derived={derived}
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

/** The last valid object of the text. */
export function useLastValid(value: Record<string, unknown> | undefined): Record<string, unknown> {
  const [last, setLast] = useState(value ?? {})
  const text = JSON.stringify(value)
  const [lastText, setLastText] = useState(text)
  if (value && text !== lastText) {
    setLast(value)
    setLastText(text)
  }
  return value ?? last
}
