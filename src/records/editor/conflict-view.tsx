import { useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { Alert } from '#base/controls/alert'
import { Button } from '#base/controls/button'
import { useText } from '#base/i18n/i18n'
import { useFocusOnArrival } from '#base/editing/focus'
import { type Choices, differences, firstChoices, mergeVersions, type Side } from './conflict'
import type { Values } from './values'

type ConflictViewProps = {
  base: Values
  yours: Values
  theirs: Values
  labelOf: (field: string) => string
  isPending: boolean
  onMerge: (merged: Values) => void
  onBack: () => void
}

/** Two versions of one record, field by field, where they differ: one of each is chosen, and the result saved. */
export function ConflictView({ base, yours, theirs, labelOf, isPending, onMerge, onBack }: ConflictViewProps) {
  const t = useText()
  const [choices, setChoices] = useState<Choices>(() => firstChoices(base, yours, theirs))
  const fields = differences(yours, theirs)
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(fields.map((field) => [field, side])))
  const arrived = useFocusOnArrival<HTMLElement>()
  return (
    <section ref={arrived} tabIndex={-1} className="edit-conflict" aria-label={t('editing.conflict.title')}>
      <Alert variant="warning" title={t('editing.conflict.title')}>
        {t('editing.conflict.text')}
      </Alert>
      <div className="edit-row">
        <Button onPress={() => chooseAll('yours')}>{t('editing.conflict.allYours')}</Button>
        <Button onPress={() => chooseAll('theirs')}>{t('editing.conflict.allTheirs')}</Button>
      </div>
      {fields.map((field) => (
        <RadioGroup
          key={field}
          className="edit-choice"
          aria-label={labelOf(field)}
          value={choices[field]}
          onChange={(side) => setChoices({ ...choices, [field]: side === 'theirs' ? 'theirs' : 'yours' })}
        >
          <h3 className="edit-choice-title" aria-hidden="true">
            {labelOf(field)}
          </h3>
          <div className="edit-sides">
            <Version side="yours" label={t('editing.conflict.yours')} value={yours[field]} />
            <Version side="theirs" label={t('editing.conflict.theirs')} value={theirs[field]} />
          </div>
        </RadioGroup>
      ))}
      <div className="edit-row">
        <Button variant="primary" isPending={isPending} onPress={() => onMerge(mergeVersions(yours, theirs, choices))}>
          {isPending ? t('editing.saving') : t('editing.conflict.save')}
        </Button>
        <Button variant="quiet" onPress={onBack}>
          {t('editing.conflict.back')}
        </Button>
      </div>
    </section>
  )
}

function Version({ side, label, value }: { side: Side; label: string; value: string | boolean | undefined }) {
  const t = useText()
  const text = typeof value === 'boolean' ? t(value ? 'editing.yes' : 'editing.no') : (value ?? '')
  return (
    <Radio value={side} className="edit-version">
      <span className="edit-version-side">{label}</span>
      <span className="edit-version-text" data-empty={text === '' || undefined}>
        {text === '' ? t('editing.empty') : text}
      </span>
    </Radio>
  )
}
