import type { ReactNode } from 'react'
import type { Language } from '#i18n/language'
import { FieldAnchor } from '#records/editor/fields/field-location'

type FieldPairProps = {
  languages: readonly Language[]
  /** The name of the field in the saved body, in this language. */
  pathOf: (language: Language) => string
  /** The field, and what stands above it. */
  render: (language: Language) => ReactNode
}

/** One text in every language that is shown: side by side where there is room, else one below the other. */
export function FieldPair({ languages, pathOf, render }: FieldPairProps) {
  return (
    <div className="edit-pair" data-languages={languages.length}>
      {languages.map((language) => (
        <FieldAnchor key={language} path={pathOf(language)} className="edit-cell">
          {render(language)}
        </FieldAnchor>
      ))}
    </div>
  )
}
