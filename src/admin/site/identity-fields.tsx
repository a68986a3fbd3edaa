import { useId, useContext } from 'react'
import { PictureLibraryContext } from '#editing/picture-library'
import { useText } from '#i18n/i18n'
import { FieldAnchor, focusField } from '#records/editor/fields/field-location'
import { type Editor, textField } from '#records/editor/saving/use-editor'
import type { Values } from '#records/editor/values/values'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'

const complete = /^#[\da-f]{6}$/i

const pictures = ['logo', 'logoDark', 'icon', 'socialPicture'] as const

/** The site's name, colour and pictures. */
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
          <PictureField
            label={t(`site.${name}`)}
            description={t(`site.${name}Hint`)}
            {...textField(form, name)}
            onRemove={() => {
              form.change({ [name]: '' })
              focusField({ path: name })
            }}
          />
        </FieldAnchor>
      ))}
    </div>
  )
}

type AccentFieldProps = { value: string; error?: string; onChange: (value: string) => void }

/** A colour, chosen with the browser's colour picker or typed. */
export function AccentField({ value, error, onChange }: AccentFieldProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="site-accent">
      <label className="kit-hidden" htmlFor={id}>
        {t('site.accentChoose')}
      </label>
      <input
        id={id}
        type="color"
        value={complete.test(value) ? value : '#000000'}
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldAnchor path="accent">
        <TextField
          label={t('site.accent')}
          description={t('site.accentHint')}
          value={value}
          onChange={onChange}
          error={error}
          autoCapitalize="none"
          spellCheck="false"
        />
      </FieldAnchor>
    </div>
  )
}

type PictureFieldProps = {
  label: string
  description: string
  /** The URL of a library picture, empty for none. */
  value: string
  error?: string
  onChange: (url: string) => void
  onRemove: () => void
}

/** A picture of the library, or the default one. Files can be uploaded in the opened library. */
export function PictureField({ label, description, value, error, onChange, onRemove }: PictureFieldProps) {
  const t = useText()
  const library = useContext(PictureLibraryContext)
  const [labelId, hintId] = [useId(), useId()]
  const choose = async () => {
    const picture = await library?.pick()
    if (picture?.isPicture) onChange(picture.url)
  }
  return (
    <fieldset className="site-picture" aria-labelledby={labelId} aria-describedby={hintId}>
      <div className="site-picture-sample">
        {value === '' ? (
          <span className="edit-note">{t('site.builtInPicture')}</span>
        ) : (
          <img src={value} alt={t('editing.image.sample')} />
        )}
      </div>
      <div>
        <span className="kit-label" id={labelId}>
          {label}
        </span>
        <p className="kit-description" id={hintId}>
          {description}
        </p>
        <div className="edit-row">
          <Button
            aria-describedby={labelId}
            onPress={() => {
              void choose()
            }}
          >
            {t('site.choosePicture')}
          </Button>
          {value !== '' && (
            <Button variant="quiet" aria-describedby={labelId} onPress={onRemove}>
              {t('site.removePicture')}
            </Button>
          )}
        </div>
        {error !== undefined && (
          <p className="kit-error" role="alert">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}
