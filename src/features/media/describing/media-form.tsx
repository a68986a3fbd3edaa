import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '#auth/forms/form'
import { Alert } from '#ui/controls/states/alert'
import { Button } from '#ui/controls/buttons/button'
import { Switch } from '#ui/controls/fields/switch'
import { TextField } from '#ui/controls/fields/text-field'
import { useSaveShortcut } from '#editing/save-shortcut'
import { ApiError, send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { defaultLanguage, languages } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { useToast } from '#ui/toasts/toast'
import { ConflictView } from '#records/editor/merge/conflict-view'
import { plainFailure } from '#records/editor/saving/failure'
import { joinSentences } from '#records/editor/merge/merged-words'
import { FieldAnchor, focusField } from '#records/editor/fields/field-location'
import { textField } from '#records/editor/fields/text-field'
import { SaveFoot, RestoredNotice } from '#records/editor/saved-form'
import { type Editor, useEditor } from '#records/editor/saving/use-editor'
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
  const labelOf = useMediaLabel()
  const cache = useMediaCache()
  const { form, failure } = useMediaEditor(item)
  const save = () => {
    if (form.isPending || form.theirs || form.at === 'gone' || !form.isDirty) return
    if (form.values.name.trim() === '') {
      form.setErrors({ name: t('media.nameMissing') })
      focusField({ path: 'name' })
    } else void form.save()
  }
  useSaveShortcut({ onSave: save })

  if (form.at === 'gone')
    return (
      <Gone
        onClose={() => {
          form.finish()
          cache.drop(item.id)
          onGone()
        }}
      />
    )
  if (form.theirs) return <ConflictView form={form} theirs={form.theirs} labelOf={labelOf} />
  return (
    <Form className="media-form" onSubmit={save} aria-label={t('media.describe')}>
      <RestoredNotice form={form} />
      <MediaFields item={item} form={form} />
      {failure !== undefined && (
        <Alert variant="danger" title={t('media.saveFailed')}>
          {failure}
        </Alert>
      )}
      <SaveFoot form={form} label={t('media.save')} className="media-form-foot" />
    </Form>
  )
}

function Gone({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Alert variant="warning" title={t('media.gone')} action={<Button onPress={onClose}>{t('media.close')}</Button>}>
      {t('media.goneText')}
    </Alert>
  )
}

function MediaFields({ item, form }: { item: MediaItem; form: Editor<MediaValues> }) {
  const t = useText()
  const labelOf = useMediaLabel()
  const { decorative, focus } = form.values
  const name = (
    <FieldAnchor path="name">
      <TextField
        {...textField(form, 'name')}
        label={t('media.name')}
        isRequired
        wraps
        maxLength={200}
        spellCheck="false"
      />
    </FieldAnchor>
  )
  if (!isPicture(item)) return name
  const alternative = { isDisabled: decorative, rows: 2, maxLength: 1000 }
  return (
    <>
      <FocusPoint item={item} focus={readFocus(focus)} onChange={(point) => form.change({ focus: focusText(point) })} />
      {name}
      {languages.map((language) => (
        <TextField
          key={language}
          {...textField(form, `alt.${language}`)}
          {...alternative}
          label={labelOf(`alt.${language}`)}
          description={language === defaultLanguage ? t('media.altHint') : undefined}
          lang={language}
        />
      ))}
      <div>
        <Switch isSelected={decorative} onChange={(on) => form.change({ decorative: on })}>
          {t('media.decorative')}
        </Switch>
        <p className="kit-description">{t('media.decorativeHint')}</p>
      </div>
    </>
  )
}

/** Saves the form. `failure`: an error that belongs to no field. */
function useMediaEditor(item: MediaItem) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const cache = useMediaCache()
  const [failure, setFailure] = useState<string>()
  const form = useEditor<MediaValues, MediaItem>({
    unsavedKey: `media:${item.id}`,
    loaded: toLoaded(item),
    titleOf: ({ name }) => name,
    restoresUnsaved: true,
    write: (values, { version }, idempotencyKey) =>
      send<MediaItem>('PUT', `/api/media/${item.id}`, { body: toInput(values), version, idempotencyKey }),
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
  return { form, failure }
}

/** The label of a form field. */
function useMediaLabel() {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return (field: string): string => {
    const language = languages.find((one) => field === `alt.${one}`)
    return language ? t('media.altIn', { language: nameOf(language) }) : t(labels[field] ?? 'media.name')
  }
}

const labels: Record<string, MessageId> = {
  name: 'media.name',
  decorative: 'media.decorative',
  focus: 'media.focus',
}
