import { useId } from 'react'
import { useText } from '#i18n/i18n'
import { TextField } from '#ui/controls/fields/text-field'

type AccentFieldProps = { value: string; error?: string; onChange: (value: string) => void }

const complete = /^#[\da-f]{6}$/i

/** A colour, chosen in the browser's own way or typed. */
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
      <TextField
        label={t('site.accent')}
        description={t('site.accentHint')}
        value={value}
        onChange={onChange}
        error={error}
        autoCapitalize="none"
        spellCheck="false"
      />
    </div>
  )
}
