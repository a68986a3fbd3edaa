import { useRef } from 'react'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { DateTimeField, type DateTimeFieldProps } from '#ui/controls/fields/date-time-field'

/** A date and a time that may be empty. */
export function MomentField(field: DateTimeFieldProps) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const clear = () => {
    field.onChange('')
    box.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus()
  }
  return (
    <div className="edit-moment" ref={box}>
      <DateTimeField {...field} />
      <Button isDisabled={field.value === ''} onPress={clear}>
        {t('editing.clearMoment')}
      </Button>
    </div>
  )
}
