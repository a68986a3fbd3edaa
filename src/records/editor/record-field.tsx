import { DateTimeField } from '#base/controls/date-time-field'
import { Switch } from '#base/controls/switch'
import { TextField } from '#base/controls/text-field'
import { ImageField } from '#base/editing/image-field'
import { RichTextField } from '#base/editing/rich-text-field'
import { useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import { type Field, isText } from '#records/fields'
import type { RecordKind } from '#records/record'
import { FieldPlace } from './field-place'
import { kindText, useFieldLabel } from './kind-text'
import type { RecordValues } from './record-values'
import { type RecordForm, textField } from './use-record-form'

type RecordFieldProps = { kind: RecordKind; name: string; form: RecordForm<RecordValues>; language: Language }

/** One field of a record in one language, in the control that its type calls for. */
export function RecordField(props: RecordFieldProps) {
  return (
    <FieldPlace path={props.language === 'en' ? props.name : `translations.${props.language}.${props.name}`}>
      <Control {...props} />
    </FieldPlace>
  )
}

function Control({ kind, name, form, language }: RecordFieldProps) {
  const t = useText()
  const labelOf = useFieldLabel(kind)
  const field: Field | undefined = kind.fields[name]
  const path = language === 'en' ? name : `translations.${language}.${name}`
  const control = { ...textField(form, path), label: labelOf(path) }
  if (!field) return null
  if (field.type === 'flag')
    return (
      <Switch isSelected={form.values[name] === true} onChange={(on) => form.change({ [name]: on })}>
        {control.label}
      </Switch>
    )
  if (field.type === 'moment')
    return <DateTimeField {...control} description={control.value === '' ? t('life.momentUnset') : undefined} />
  if (field.type === 'picture') return <ImageField {...control} isRequired />
  if (!isText(field)) return <TextField {...control} inputMode="url" />

  const original = language === 'en' ? undefined : String(form.values[name] ?? '')
  const isRequired = field.required && original === undefined
  if (field.type === 'html') {
    return (
      <RichTextField
        {...control}
        isRequired={isRequired}
        language={language}
        description={original === undefined ? undefined : t('editing.translationHint')}
      />
    )
  }
  return (
    <TextField
      {...control}
      isRequired={isRequired}
      rows={field.type === 'lines' ? 3 : undefined}
      maxLength={field.max}
      lang={original === undefined ? undefined : language}
      description={original ?? (field.hinted ? kindText(t, kind, `${name}Hint`) : undefined)}
    />
  )
}
