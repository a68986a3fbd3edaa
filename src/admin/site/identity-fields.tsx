import { useText } from '#i18n/i18n'
import { FieldAnchor } from '#records/editor/fields/field-location'
import type { Editor } from '#records/editor/saving/use-editor'
import { textField } from '#records/editor/fields/text-field'
import type { Values } from '#records/editor/values/values'
import { TextField } from '#ui/controls/fields/text-field'
import { AccentField } from './accent-field'
import { PictureField } from './picture-field'

const pictures = ['logo', 'icon', 'socialPicture'] as const

/** Its name, its colour and its pictures. */
export function IdentityFields({ form }: { form: Editor<Values> }) {
  const t = useText()
  return (
    <div className="site-fields">
      <FieldAnchor path="name">
        <TextField
          label={t('site.name')}
          description={t('site.nameHint')}
          maxLength={60}
          {...textField(form, 'name')}
        />
      </FieldAnchor>
      <AccentField {...textField(form, 'accent')} />
      {pictures.map((name) => (
        <FieldAnchor key={name} path={name}>
          <PictureField label={t(`site.${name}`)} description={t(`site.${name}Hint`)} {...textField(form, name)} />
        </FieldAnchor>
      ))}
    </div>
  )
}
