import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { clockTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import type { Keeping } from './use-autosave'
import type { RecordForm } from './use-record-form'
import type { Values } from '#records/editor/values/values'

type SaveStatusProps<V extends Values> = { form: RecordForm<V>; keeping: Keeping | undefined }

/**
 * Where what is typed is: on the server, on the way there, or on this device alone. Read out is only what changes
 * that, not every save.
 */
export function SaveStatus<V extends Values>({ form, keeping }: SaveStatusProps<V>) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const told = keepingNow(keeping ?? { at: 'untouched' }, form.isDirty)
  const [announced, setAnnounced] = useState('')
  if (!keeping)
    return <output>{form.isDirty ? t(form.keptAt === undefined ? 'editing.unsaved' : 'editing.kept') : ''}</output>

  const isKept = form.keptAt !== undefined
  const device = t(isKept ? 'editing.keeping.device' : 'editing.unsaved')
  const texts = {
    untouched: '',
    saving: t('editing.keeping.saving'),
    saved: told.at === 'saved' ? t('editing.keeping.saved', { time: clockTime(told.time, language) }) : '',
    offline: t(isKept ? 'editing.keeping.offline' : 'editing.unsaved'),
    unready: `${device} ${t('editing.keeping.unready')}`,
    marked: t('editing.keeping.marked'),
    refused: told.at === 'refused' ? `${device} ${told.reason}` : '',
  }
  const announcement = told.at === 'saved' ? t('editing.keeping.savedAlone') : texts[told.at]
  if (told.at !== 'saving' && announcement !== announced) setAnnounced(announcement)
  return (
    <p className="edit-keeping" data-at={told.at}>
      <span aria-hidden="true">{texts[told.at]}</span>
      <output className="kit-hidden">{announced}</output>
    </p>
  )
}

/** What was typed since is on its way. */
function keepingNow(keeping: Keeping, isDirty: boolean): Keeping {
  if (isDirty) return keeping.at === 'saved' || keeping.at === 'untouched' ? { at: 'saving' } : keeping
  return keeping.at === 'saved' || keeping.at === 'saving' ? keeping : { at: 'untouched' }
}
