import type { ReactNode } from 'react'
import type { Language } from '#base/i18n/language'

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
    <div className="edit-pair" data-languages={languages.join(' ')}>
      {languages.map((language) => (
        <div key={language} className="edit-cell" data-field={pathOf(language)} data-language={language}>
          {render(language)}
        </div>
      ))}
    </div>
  )
}
