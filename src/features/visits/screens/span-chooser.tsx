import { useState } from 'react'
import { Form } from '#auth/forms/form'
import { Segments } from '#editing/segments'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { daysOf, isSpan, presets, type Shown } from './spans'

type SpanChooserProps = { shown: Shown; onChoose: (shown: Shown) => void }

/** Selects a range of days: a preset, or any. */
export function SpanChooser({ shown, onChoose }: SpanChooserProps) {
  const t = useText()
  /** The span that was shown when own days were asked for. */
  const [askedAt, setAskedAt] = useState<Shown['span']>()
  const isOwn = shown.span === 'own' || askedAt === shown.span
  return (
    <div className="numbers-span">
      <Segments
        label={t('numbers.span')}
        options={[...presets, 'own' as const].map((id) => ({ id, label: t(`numbers.span.${id}`) }))}
        selected={isOwn ? 'own' : shown.span}
        onSelect={(span) => {
          setAskedAt(span === 'own' ? shown.span : undefined)
          if (span !== 'own') onChoose({ ...shown, span, ...daysOf(span) })
        }}
      />
      {isOwn && <OwnDays shown={shown} onChoose={onChoose} />}
    </div>
  )
}

function OwnDays({ shown, onChoose }: SpanChooserProps) {
  const t = useText()
  const [days, setDays] = useState({ from: shown.from, to: shown.to })
  const [isBad, setIsBad] = useState(false)
  const show = () => {
    const isGood = days.from !== '' && days.to !== '' && isSpan(days.from, days.to)
    setIsBad(!isGood)
    if (isGood) onChoose({ ...shown, ...days, span: 'own' })
  }
  return (
    <Form className="numbers-own" onSubmit={show}>
      {(['from', 'to'] as const).map((end) => (
        <TextField
          key={end}
          type="date"
          label={t(`numbers.${end}`)}
          value={days[end]}
          onChange={(value) => setDays({ ...days, [end]: value })}
          error={isBad && end === 'from' ? t('numbers.badSpan') : undefined}
        />
      ))}
      <Button type="submit">{t('numbers.show')}</Button>
      <p className="kit-note">{t('numbers.reach')}</p>
    </Form>
  )
}
