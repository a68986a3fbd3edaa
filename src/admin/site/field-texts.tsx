import { ChipField } from '#editing/chips/chip-field'
import { type Chip, partsIn, textOf } from '#editing/chips/chip-text'
import { useText } from '#i18n/i18n'
import { defaultLanguage, languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import { FieldAnchor } from '#records/editor/fields/field-location'
import { type Editor, textField } from '#records/editor/saving/use-editor'
import type { Values } from '#records/editor/values/values'
import { TextField } from '#ui/controls/fields/text-field'

type FieldTextsProps = {
  form: Editor<Values>
  /** Its texts are fields below this name, by language. */
  name: string
  label: string
  description?: string
  maxLength: number
  rows?: number
  /** Placeholders, which are chips in the text. */
  chips?: readonly Chip[]
}

/** One text in every language, side by side if there is room. */
export function FieldTexts({ form, name, label, description, maxLength, rows, chips }: FieldTextsProps) {
  const t = useText()
  return (
    <fieldset className="site-texts">
      <legend className="kit-label">{label}</legend>
      {description !== undefined && <p className="kit-description">{description}</p>}
      <div className="edit-pair" data-languages={languages.length}>
        {languages.map((language) => (
          <FieldAnchor key={language} path={`${name}.${language}`}>
            {chips ? (
              <ChipField
                label={locales[language]}
                chips={chips}
                language={language}
                parts={partsIn(String(form.values[`${name}.${language}`] ?? ''), chips)}
                error={form.errors[`${name}.${language}`]}
                onChange={(parts) => form.change({ [`${name}.${language}`]: textOf(parts) })}
              />
            ) : (
              <TextField
                label={locales[language]}
                {...textField(form, `${name}.${language}`)}
                maxLength={maxLength}
                rows={rows}
                placeholder={
                  language === defaultLanguage ? undefined : String(form.values[`${name}.${defaultLanguage}`] ?? '')
                }
                aria-description={language === defaultLanguage ? undefined : t('site.asEnglish')}
              />
            )}
          </FieldAnchor>
        ))}
      </div>
    </fieldset>
  )
}
