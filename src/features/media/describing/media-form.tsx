import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { Alert } from '#ui/controls/states/alert'
import { Button } from '#ui/controls/buttons/button'
import { Switch } from '#ui/controls/fields/switch'
import { TextField } from '#ui/controls/fields/text-field'
import { shortcut, useSaveShortcut } from '#editing/save-shortcut'
import { ApiError, send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { dateTime } from '#i18n/dates'
import { languageAtom } from '#i18n/language-atom'
import type { MessageId } from '#i18n/messages'
import { useToast } from '#ui/toasts/toast'
import { ConflictView } from '#records/editor/merge/conflict-view'
import { answerWithin, patience, plainFailure } from '#records/editor/saving/failure'
import { joinSentences } from '#records/editor/merge/merged-words'
import { textField, useRecordForm } from '#records/editor/saving/use-record-form'
import { useSaving } from '#records/editor/saving/use-saving'
import type { MediaItem } from '../contract'
import { isPicture } from '../item-text'
import { useMediaCache } from '#features/media/serving/media-cache'
import { mediaItemQuery } from '../queries'
import { FocusPoint } from './focus-point'
import { fieldOf, focusText, type MediaValues, readFocus, toInput, toLoaded } from './media-values'

type MediaFormProps = { item: MediaItem; onGone: () => void }

/** The form for name, alternative texts and focus point. Unsaved text is restored the next time. */
export function MediaForm({ item, onGone }: MediaFormProps) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const cache = useMediaCache()
  const language = useAtomValue(languageAtom)
  const withSession = useWithSession()
  const [failure, setFailure] = useState<string>()
  const form = useRecordForm<MediaValues>({
    unsavedKey: `media:${item.id}`,
    loaded: toLoaded(item),
    titleOf: ({ name }) => name,
    takesUp: true,
  })
  const saving = useSaving<MediaValues, MediaItem>({
    form,
    write: (values, { version }, idempotencyKey) =>
      withSession(() =>
        answerWithin(
          patience,
          send<MediaItem>('PUT', `/api/media/${item.id}`, { body: toInput(values), version, idempotencyKey }),
        ),
      ),
    fresh: async () => {
      try {
        const now = await client.fetchQuery({ ...mediaItemQuery(item.id), staleTime: 0 })
        cache.put(now)
        return toLoaded(now)
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staysOpen: () => true,
    toLoaded,
    fieldOf,
    onSaved: (_, answer, __, merged) => {
      setFailure(undefined)
      cache.put(answer)
      toast({
        title: t('media.saved'),
        description: joinSentences(t('media.savedText', { name: answer.name }), merged),
      })
    },
    onFailed: (error, _, faults) => {
      const text = plainFailure(error, t('media.saveFailed'), t)
      setFailure(Object.keys(faults).length > 0 ? undefined : text)
      toast({ variant: 'destructive', title: t('media.saveFailed'), description: text })
    },
  })
  const save = () => {
    if (saving.isPending || form.theirs || saving.isGone) return
    if (form.values.name.trim() === '') form.setErrors({ name: t('media.nameMissing') })
    else void saving.save()
  }
  useSaveShortcut({ onSave: save })

  if (saving.isGone)
    return (
      <Alert
        variant="warning"
        title={t('media.gone')}
        action={
          <Button
            onPress={() => {
              form.finish()
              cache.drop(item.id)
              onGone()
            }}
          >
            {t('media.close')}
          </Button>
        }
      >
        {t('media.goneText')}
      </Alert>
    )
  if (form.theirs) {
    const { theirs } = form
    return (
      <ConflictView form={form} saving={saving} theirs={theirs} labelOf={(field) => t(labels[field] ?? 'media.name')} />
    )
  }
  const { decorative, focus } = form.values
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form className="media-form" noValidate onSubmit={submit} aria-label={t('media.describe')}>
      {form.takenUp && form.isDirty && (
        <Alert
          variant="info"
          action={<Button onPress={() => form.change(form.base.values)}>{t('settings.discard')}</Button>}
        >
          {t('settings.resumed', { date: dateTime(form.takenUp.keptAt, language) })}
        </Alert>
      )}
      {isPicture(item) && (
        <FocusPoint
          item={item}
          focus={readFocus(focus)}
          onChange={(point) => form.change({ focus: focusText(point) })}
        />
      )}
      <TextField
        {...textField(form, 'name')}
        label={t('media.name')}
        isRequired
        wraps
        maxLength={200}
        spellCheck="false"
      />
      {isPicture(item) && (
        <>
          <TextField
            {...textField(form, 'altEn')}
            label={t('media.altEn')}
            description={t('media.altHint')}
            isDisabled={decorative}
            lang="en"
            rows={2}
            maxLength={1000}
          />
          <TextField
            {...textField(form, 'altEs')}
            label={t('media.altEs')}
            isDisabled={decorative}
            lang="es"
            rows={2}
            maxLength={1000}
          />
          <div>
            <Switch isSelected={decorative} onChange={(on) => form.change({ decorative: on })}>
              {t('media.decorative')}
            </Switch>
            <p className="kit-description">{t('media.decorativeHint')}</p>
          </div>
        </>
      )}
      {failure !== undefined && (
        <Alert variant="danger" title={t('media.saveFailed')}>
          {failure}
        </Alert>
      )}
      <div className="media-form-foot">
        <Button
          type="submit"
          variant="primary"
          isPending={saving.isPending}
          isDisabled={!form.isDirty}
          aria-keyshortcuts="Control+S Meta+S"
        >
          {t(saving.isPending ? 'editing.saving' : 'media.save')}
          <kbd className="edit-shortcut" aria-hidden="true">
            {shortcut('S')}
          </kbd>
        </Button>
        <output className="kit-note">
          {!form.isDirty ? '' : t(form.keptAt === undefined ? 'editing.unsaved' : 'editing.kept')}
        </output>
      </div>
    </form>
  )
}

const labels: Record<string, MessageId> = {
  name: 'media.name',
  altEn: 'media.altEn',
  altEs: 'media.altEs',
  decorative: 'media.decorative',
  focus: 'media.focus',
}
