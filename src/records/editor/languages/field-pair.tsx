import type { ReactNode } from 'react'
import type { Language } from '#i18n/language'
import { FieldAnchor } from '#records/editor/fields/field-location'

type FieldPairProps = {
  languages: readonly Language[]
  /** The path of the field in the saved body, for a language. */
  pathOf: (language: Language) => string
  /** The field and its label. */
  render: (language: Language) => ReactNode
}

/** One text in every shown language: side by side if there is room, otherwise one below the other. */
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
