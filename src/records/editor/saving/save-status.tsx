import { useState } from 'react'
import { clockTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import type { Values } from '#records/editor/values/values'
import type { Editor } from './use-editor'

/**
 * Where the changes are: saved, being saved, or only on this device. Screen readers announce only changes of that, not
 * every save.
 */
export function SaveStatus<V extends Values>({ form }: { form: Editor<V> }) {
  const t = useText()
  const language = usePageLanguage()
  const [announced, setAnnounced] = useState('')
  const at = statusOf(form)
  const isKept = form.keptAt !== undefined
  const device = t(isKept ? 'editing.keeping.device' : 'editing.unsaved')
  const texts = {
    untouched: '',
    saving: t('editing.keeping.saving'),
    saved: form.savedAt === undefined ? '' : t('editing.keeping.saved', { time: clockTime(form.savedAt, language) }),
    offline: t(isKept ? 'editing.keeping.offline' : 'editing.unsaved'),
    unready: `${device} ${t('editing.keeping.unready')}`,
    marked: t('editing.keeping.marked'),
    rejected: form.note?.at === 'rejected' ? `${device} ${form.note.reason}` : '',
  }
  const announcement = at === 'saved' ? t('editing.keeping.savedAlone') : texts[at]
  if (at !== 'saving' && announcement !== announced) setAnnounced(announcement)
  return (
    <p className="edit-keeping" data-at={at}>
      <span aria-hidden="true">{texts[at]}</span>
      <output className="kit-hidden">{announced}</output>
    </p>
  )
}

/** Changes since the last save are being saved. */
function statusOf<V extends Values>({ at, isPending, isDirty, failures, note, savedAt }: Editor<V>) {
  if (!isDirty && (at !== 'saving' || isPending)) return savedAt === undefined ? 'untouched' : 'saved'
  return at === 'offline' || failures > 0 ? 'offline' : (note?.at ?? 'saving')
}
