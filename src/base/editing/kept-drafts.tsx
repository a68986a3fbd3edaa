import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Alert } from '#base/controls/alert'
import { Button } from '#base/controls/button'
import { dateTime } from '#base/i18n/dates'
import { useText } from '#base/i18n/i18n'
import { languageAtom } from '#base/i18n/language-atom'
import { dropDraft, type KeptDraft, listDrafts } from './kept-draft'

type KeptDraftsProps = { kind: string; onResume: (key: string, draft: KeptDraft) => void }

/** What was typed and never saved on this device: to go on with, or to throw away. */
export function KeptDrafts({ kind, onResume }: KeptDraftsProps) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const [drafts, setDrafts] = useState(() => listDrafts(kind))
  return drafts.map(({ key, draft }) => (
    <Alert
      key={key}
      variant="info"
      title={t('editing.offer.of', { title: draft.title || t('editing.offer.untitled') })}
      action={
        <div className="edit-row">
          <Button variant="primary" onPress={() => onResume(key, draft)}>{t('editing.offer.continue')}</Button>
          <Button
            onPress={() => {
              dropDraft(key)
              setDrafts(listDrafts(kind))
            }}
          >
            {t('editing.offer.discard')}
          </Button>
        </div>
      }
    >
      {t('editing.offer.text', { date: dateTime(draft.keptAt, language) })}
    </Alert>
  ))
}
