import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { send } from '#client/api-error'
import { fieldIssues } from '#client/field-issues'
import { LeaveGuard } from '#editing/leave-guard'
import { useSaveShortcut } from '#editing/save-shortcut'
import { type Newsletter, audiences } from '../contract'
import { newsletterQuery, newslettersQuery } from '../queries'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import { defaultLanguage, languages } from '#i18n/language'
import { useLanguageNames } from '#i18n/use-language-names'
import { ConflictView } from '#records/editor/merge/conflict-view'
import { joinSentences } from '#records/editor/merge/merged-words'
import { RestoredNotice } from '#records/editor/saved-form'
import { plainFailure } from '#records/editor/saving/failure'
import { useEditor } from '#records/editor/saving/use-editor'
import { Alert } from '#ui/controls/states/alert'
import { useToast } from '#ui/toasts/toast'
import { LetterForm } from './letter-form'
import { type FlatLetter, flat, inputOf, nested, valuesOf } from './letter-values'
import { useAudienceText } from './use-audience-text'
import { usePostTitles } from './use-post-titles'

const toLoaded = (letter: Newsletter) => ({ version: letter.version, values: flat(valuesOf(letter)) })

type EditLetterProps = { letter: Newsletter; onDirty: (isDirty: boolean) => void }

/** Edits a newsletter that has not been sent. Concurrent changes by another administrator are merged. */
export function EditLetter({ letter, onDirty }: EditLetterProps) {
  const t = useText()
  const labelOf = useLetterLabel()
  const { form, error } = useLetterEditor(letter)
  const show = useLetterValue(form.theirs ? [form.values.post, form.base.values.post, form.theirs.values.post] : [])
  const { isDirty } = form
  const save = () => {
    if (!form.isPending && !form.theirs && form.at !== 'gone') void form.save()
  }
  useSaveShortcut({ onSave: save })
  const reportDirty = useEffectEvent(onDirty)
  useEffect(() => reportDirty(isDirty), [isDirty])
  const acceptVersion = useEffectEvent((version: number) => {
    if (version > form.base.version && !isDirty && !form.isPending)
      form.rebase(toLoaded(letter), toLoaded(letter).values)
  })
  useEffect(() => acceptVersion(letter.version), [letter.version])

  if (form.at === 'gone') return <Alert variant="warning">{t('letters.gone')}</Alert>
  if (form.theirs) return <ConflictView form={form} theirs={form.theirs} labelOf={labelOf} show={show} />
  return (
    <>
      <RestoredNotice form={form} />
      <LetterForm
        values={nested(form.values)}
        error={error}
        isPending={form.isPending}
        isNew={false}
        onChange={(values) => form.change(flat(values))}
        onSave={save}
      />
      <LeaveGuard isActive={isDirty} isKept={form.keptAt !== undefined} />
    </>
  )
}

function useLetterEditor(letter: Newsletter) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const [error, setError] = useState<unknown>()
  const path = `/api/newsletters/${letter.id}`
  const refreshAll = () => void client.invalidateQueries({ queryKey: newslettersQuery().queryKey })
  const form = useEditor<FlatLetter, Newsletter>({
    unsavedKey: `letter:${letter.id}`,
    loaded: toLoaded(letter),
    titleOf: (values) => values[`subject.${defaultLanguage}`] || letter.subject[defaultLanguage],
    restoresUnsaved: true,
    write: (values, { version }, idempotencyKey) =>
      send<Newsletter>('PUT', path, { body: inputOf(nested(values)), version, idempotencyKey }),
    fresh: async () => toLoaded(await client.fetchQuery(newsletterQuery(letter.id))),
    toLoaded,
    onSaved: (_, __, ___, merged) => {
      setError(undefined)
      refreshAll()
      toast({ title: t('letters.saved'), description: joinSentences(merged) })
    },
    onFailed: (failure) => {
      setError(failure)
      refreshAll()
      if (fieldIssues(failure).length > 0) return
      const description = plainFailure(failure, t('errors.network'), t)
      toast({ variant: 'destructive', title: t('letters.notSaved'), description })
    },
  })
  return { form, error }
}

const labels: Partial<Record<string, MessageId>> = {
  kind: 'letters.kind',
  post: 'letters.post',
  joinedFrom: 'letters.joinedFrom',
  joinedUntil: 'letters.joinedUntil',
  state: 'letters.readerState',
  title: 'letters.ownTitle',
  subject: 'letters.subject',
  introduction: 'letters.introduction',
  body: 'letters.body',
}

/** The label of each field of a newsletter where two versions are compared. */
function useLetterLabel(): (field: string) => string {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return (field) => {
    const [name = '', code] = field.split('.')
    const language = languages.find((one) => one === code)
    const label = t(labels[name] ?? 'letters.audience')
    return language ? `${label} (${nameOf(language)})` : label
  }
}

/** Formats a value of a newsletter for display: for `posts`, the title. */
function useLetterValue(posts: readonly (string | undefined)[]): (field: string, value: string) => string {
  const t = useText()
  const audienceText = useAudienceText()
  const titleOf = usePostTitles(posts.map(Number))
  return (field, value) => {
    if (field === 'post' && value !== '') return titleOf(Number(value))
    if (field === 'kind') return t(value === 'own' ? 'letters.kindOf.own' : 'letters.kindOf.post')
    if (field === 'state')
      return t(value === 'waitlist' ? 'letters.readerStateOf.waitlist' : 'letters.readerStateOf.confirmed')
    const audience = field === 'audience' && audiences.find((one) => one === value)
    return audience ? audienceText(audience) : value
  }
}
