import { useId, useContext } from 'react'
import { PictureLibraryContext } from '#editing/picture-library'
import { useText } from '#i18n/i18n'
import { FieldAnchor, focusField } from '#records/editor/fields/field-location'
import { type Editor, textField } from '#records/editor/saving/use-editor'
import type { Values } from '#records/editor/values/values'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { builtInLook, cornerNames, schemeNames, type TypeName, typeNames, widthNames } from '#contract/site-values'
import type { MessageId } from '#i18n/messages'
import { Choice, Switch } from '#ui/controls/fields/choice'
import { lookValues } from './site-values'

const choices = { corners: cornerNames, width: widthNames, scheme: schemeNames } as const

/** Typefaces, corners, width, drawings and colour scheme of the public pages. */
export function LookFields({ form }: { form: Editor<Values> }) {
  const t = useText()
  const isBuiltIn = Object.entries(lookValues(builtInLook)).every(([field, value]) => form.values[field] === value)
  return (
    <div className="site-fields">
      <FieldAnchor path="look.type">
        <TypeField {...textField(form, 'look.type')} />
      </FieldAnchor>
      <div className="site-look">
        <LookChoice form={form} name="corners" />
        <LookChoice form={form} name="width" />
      </div>
      <LookSwitch form={form} name="drawings" />
      <LookChoice form={form} name="scheme" />
      <LookSwitch form={form} name="switch" />
      <div className="edit-row">
        <Button isDisabled={isBuiltIn} onPress={() => form.change(lookValues(builtInLook))}>
          {t('site.look.reset')}
        </Button>
      </div>
    </div>
  )
}

type LookFieldProps<Name> = { form: Editor<Values>; name: Name }

function LookChoice<Name extends keyof typeof choices>({ form, name }: LookFieldProps<Name>) {
  const t = useText()
  const options = choices[name].map((value: string) => ({ value, label: t(`site.look.${name}.${value}` as MessageId) }))
  const { value, onChange } = textField(form, `look.${name}`)
  return (
    <FieldAnchor path={`look.${name}`}>
      <Choice label={t(`site.look.${name}`)} value={value} onChange={onChange} options={options} />
    </FieldAnchor>
  )
}

function LookSwitch({ form, name }: LookFieldProps<'drawings' | 'switch'>) {
  const t = useText()
  const path = `look.${name}`
  return (
    <FieldAnchor path={path} className="site-look-switch">
      <Switch isSelected={form.values[path] === true} onChange={(isOn) => form.change({ [path]: isOn })}>
        {t(`site.look.${name}`)}
      </Switch>
      <p className="kit-description">{t(`site.look.${name}Hint`)}</p>
    </FieldAnchor>
  )
}

const named: Record<TypeName, string> = {
  archivo: 'Archivo',
  inter: 'Inter Tight · Inter',
  newsreader: 'Newsreader · Work Sans',
  fraunces: 'Fraunces · Figtree',
  'space-grotesk': 'Space Grotesk · DM Sans',
  nunito: 'Nunito · Nunito Sans',
}

type TypeFieldProps = { value: string; onChange: (value: string) => void }

/** A pair of typefaces, each shown in itself. */
function TypeField({ value, onChange }: TypeFieldProps) {
  const t = useText()
  return (
    <RadioGroup className="kit-lines" value={value} onChange={onChange}>
      <Label className="kit-label">{t('site.look.type')}</Label>
      <div className="site-types">
        {typeNames.map((type) => (
          <Radio key={type} value={type} className="kit-choice site-type" data-type={type}>
            <span className="kit-dot" />
            <span>
              <strong className="site-type-sample">{t(`site.look.type.${type}`)}</strong>
              <span className="site-type-names">{named[type]}</span>
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}

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
          <Button aria-describedby={labelId} onPress={() => void choose()}>
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
