import { Label, Radio, RadioGroup } from 'react-aria-components'
import { builtInLook, cornerNames, schemeNames, type TypeName, typeNames, widthNames } from '#contract/site-values'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import { FieldAnchor } from '#records/editor/fields/field-location'
import { textField, type Editor } from '#records/editor/saving/use-editor'
import type { Values } from '#records/editor/values/values'
import { Button } from '#ui/controls/buttons/button'
import { Choice } from '#ui/controls/fields/choice'
import { Switch } from '#ui/controls/fields/switch'
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
    <RadioGroup className="kit-choices" value={value} onChange={onChange}>
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
