import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { send } from '#client/api-error'
import { toldIssues } from '#client/field-issues'
import { LeaveGuard } from '#editing/leave-guard'
import { useSaveShortcut } from '#editing/save-shortcut'
import type { Newsletter } from '#features/newsletters/contract'
import { newsletterQuery, newslettersQuery } from '#features/newsletters/queries'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { defaultLanguage } from '#i18n/language'
import { languageAtom } from '#i18n/language-atom'
import { ConflictView } from '#records/editor/merge/conflict-view'
import { joinSentences } from '#records/editor/merge/merged-words'
import { answerWithin, patience, plainFailure } from '#records/editor/saving/failure'
import { useRecordForm } from '#records/editor/saving/use-record-form'
import { useSaving } from '#records/editor/saving/use-saving'
import { Button } from '#ui/controls/buttons/button'
import { Alert } from '#ui/controls/states/alert'
import { useToast } from '#ui/toasts/toast'
import { LetterForm } from './letter-form'
import { type FlatLetter, flat, inputOf, nested, valuesOf } from './letter-values'
import { useLetterLabel } from './use-letter-label'

const toLoaded = (letter: Newsletter) => ({ version: letter.version, values: flat(valuesOf(letter)) })

type EditLetterProps = { letter: Newsletter; onDirty: (isDirty: boolean) => void }

/** The text of a letter that has not gone out. Where somebody else has saved it meanwhile, both texts are put together. */
export function EditLetter({ letter, onDirty }: EditLetterProps) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const labelOf = useLetterLabel()
  const form = useRecordForm<FlatLetter>({
    unsavedKey: `letter:${letter.id}`,
    loaded: toLoaded(letter),
    titleOf: (values) => values[`subject.${defaultLanguage}`] ?? '',
    takesUp: true,
  })
  const { saving, error } = useLetterSaving(letter.id, form)
  const { isDirty } = form
  const save = () => {
    if (!saving.isPending && !form.theirs && !saving.isGone) void saving.save()
  }
  useSaveShortcut({ onSave: save })
  const tellDirty = useEffectEvent(onDirty)
  useEffect(() => tellDirty(isDirty), [isDirty])
  const takeUp = useEffectEvent((version: number) => {
    if (version > form.base.version && !isDirty && !saving.isPending)
      form.rebase(toLoaded(letter), toLoaded(letter).values)
  })
  useEffect(() => takeUp(letter.version), [letter.version])

  if (saving.isGone) return <Alert variant="warning">{t('letters.gone')}</Alert>
  if (form.theirs) return <ConflictView form={form} saving={saving} theirs={form.theirs} labelOf={labelOf} />
  return (
    <>
      {form.takenUp && isDirty && (
        <Alert
          variant="info"
          action={<Button onPress={() => form.change(form.base.values)}>{t('settings.discard')}</Button>}
        >
          {t('settings.resumed', { date: dateTime(form.takenUp.keptAt, language) })}
        </Alert>
      )}
      <LetterForm
        values={nested(form.values)}
        error={error}
        isPending={saving.isPending}
        isNew={false}
        onChange={(values) => form.change(flat(values))}
        onSave={save}
      />
      <LeaveGuard isActive={isDirty} isKept={form.keptAt !== undefined} />
    </>
  )
}

function useLetterSaving(id: number, form: ReturnType<typeof useRecordForm<FlatLetter>>) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  const [error, setError] = useState<unknown>()
  const refreshAll = () => void client.invalidateQueries({ queryKey: newslettersQuery().queryKey })
  const saving = useSaving<FlatLetter, Newsletter>({
    form,
    write: (values, { version }, idempotencyKey) =>
      withSession(() =>
        answerWithin(
          patience,
          send<Newsletter>('PUT', `/api/newsletters/${id}`, { body: inputOf(nested(values)), version, idempotencyKey }),
        ),
      ),
    fresh: async () => toLoaded(await client.fetchQuery(newsletterQuery(id))),
    staysOpen: () => true,
    toLoaded,
    onSaved: (_, __, ___, merged) => {
      setError(undefined)
      refreshAll()
      toast({ title: t('letters.saved'), description: joinSentences(merged) })
    },
    onFailed: (failure) => {
      setError(failure)
      refreshAll()
      if (toldIssues(failure).length === 0)
        toast({
          variant: 'destructive',
          title: t('letters.notSaved'),
          description: plainFailure(failure, t('errors.network'), t),
        })
    },
  })
  return { saving, error }
}
