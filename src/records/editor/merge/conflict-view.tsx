import { useEffect, useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { Alert } from '#ui/controls/states/states'
import { Button } from '#ui/controls/buttons/button'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { useFocusOnMount } from '#editing/focus'
import { useText } from '#i18n/i18n'
import { useAuthor } from './merged-words'
import type { Choices, Conflict, Side } from './merging'
import { shownText } from '#records/editor/languages/shown-value'
import type { Theirs } from '#records/editor/saving/editor-state'
import type { Editor } from '#records/editor/saving/use-editor'
import type { Values } from '#records/editor/values/values'
import { WordDiff } from './word-diff'

type ConflictViewProps<V extends Values> = {
  form: Editor<V>
  theirs: Theirs<V>
  labelOf: (field: string) => string
  /** How to display a value, if not as it is stored. */
  show?: (field: string, value: string) => string
}

/** Resolves an edit conflict: for each part one version is chosen, and all of them are saved together. */
export function ConflictView<V extends Values>({
  form,
  theirs,
  labelOf,
  show = (_, value) => value,
}: ConflictViewProps<V>) {
  const t = useText()
  const authorOf = useAuthor()
  const [choices, setChoices] = useState<Choices>({})
  const { conflicts, autoMerged, resolve } = form.merge({
    base: form.base.values,
    yours: form.values,
    theirs: theirs.values,
  })
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(conflicts.map(({ key }) => [key, side])))
  const focused = useFocusOnMount<HTMLElement>()
  // Outside of a dialog nothing else restores the focus once the form is shown again.
  useEffect(() => () => rescueFocus(), [])
  const title = t('editing.conflict.title', authorOf(theirs.by))
  return (
    <section ref={focused} tabIndex={-1} className="kit-stack" aria-label={title}>
      <Alert variant="warning" title={title}>
        {t('editing.conflict.text')}
        {autoMerged.length > 0 &&
          ` ${t('editing.conflict.taken', { fields: autoMerged.map(labelOf).join(', '), ...authorOf(theirs.by) })}`}
      </Alert>
      {conflicts.length > 1 && (
        <div className="edit-row">
          <Button onPress={() => chooseAll('yours')}>{t('editing.conflict.allYours')}</Button>
          <Button onPress={() => chooseAll('theirs')}>{t('editing.conflict.allTheirs')}</Button>
        </div>
      )}
      {conflicts.map((conflict) => (
        <Choice
          key={conflict.key}
          conflict={conflict}
          label={
            conflict.paragraph === undefined
              ? labelOf(conflict.field)
              : t('editing.conflict.paragraph', { field: labelOf(conflict.field), place: conflict.paragraph })
          }
          theirsLabel={t('editing.conflict.theirs', authorOf(theirs.by))}
          side={choices[conflict.key] ?? 'yours'}
          show={(value) => show(conflict.field, value)}
          onChoose={(side) => setChoices({ ...choices, [conflict.key]: side })}
        />
      ))}
      <div className="edit-row">
        <Button
          variant="primary"
          isPending={form.isPending}
          onPress={() => {
            void form.saveMerged(theirs, resolve(choices))
          }}
        >
          {form.isPending ? t('editing.saving') : t('editing.conflict.save')}
        </Button>
        <Button variant="quiet" onPress={form.leaveConflict}>
          {t('editing.conflict.back')}
        </Button>
      </div>
    </section>
  )
}

type ChoiceProps = {
  conflict: Conflict
  label: string
  theirsLabel: string
  side: Side
  show: (value: string) => string
  onChoose: (side: Side) => void
}

function Choice({ conflict, label, theirsLabel, side, show, onChoose }: ChoiceProps) {
  const t = useText()
  const { base, yours, theirs, isHtml } = conflict
  const versions = { base, isHtml, show }
  const mayTakeBoth = isHtml && yours !== undefined && theirs !== undefined
  return (
    <RadioGroup
      className="edit-choice"
      aria-label={label}
      value={side}
      onChange={(chosen) => onChoose(sides.find((one) => one === chosen) ?? 'yours')}
    >
      <h3 className="edit-choice-title" aria-hidden="true">
        {label}
      </h3>
      <div className="edit-sides">
        <Version {...versions} side="yours" label={t('editing.conflict.yours')} value={yours} />
        <Version {...versions} side="theirs" label={theirsLabel} value={theirs} />
      </div>
      {mayTakeBoth && (
        <Radio value="both" className="edit-version">
          <span className="edit-version-side">{t('editing.conflict.both')}</span>
        </Radio>
      )}
    </RadioGroup>
  )
}

const sides: readonly Side[] = ['yours', 'theirs', 'both']

type VersionProps = Pick<Conflict, 'base' | 'isHtml'> &
  Pick<ChoiceProps, 'show'> & { side: Side; label: string; value: Conflict['yours'] }

/** One side's version of a text, with its changes marked by word. */
function Version({ side, label, base, value, isHtml, show }: VersionProps) {
  const t = useText()
  const read = (text: Conflict['yours']) =>
    typeof text === 'boolean' ? t(text ? 'editing.yes' : 'editing.no') : show(text ?? '')
  const { before, after } = shownText(isHtml, read(base), read(value))
  return (
    <Radio value={side} className="edit-version" aria-label={`${label} ${after || t('editing.empty')}`}>
      <span className="edit-version-side">{label}</span>
      {value === undefined && <span className="edit-note">{t('editing.conflict.removed')}</span>}
      <WordDiff before={typeof value === 'boolean' ? after : before} after={after} />
    </Radio>
  )
}
