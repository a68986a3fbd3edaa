import { useEffect, useState } from 'react'
import { Alert } from '#ui/controls/states/states'
import { Button } from '#ui/controls/buttons/button'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { deleteUnsaved, type RestorableText, listUnsaved } from './unsaved-text'

type UnsavedTextsProps = { kind: string; onResume: (key: string, unsaved: RestorableText) => void }

/** The unsaved texts on this device, to continue or to discard. */
export function UnsavedTexts({ kind, onResume }: UnsavedTextsProps) {
  const t = useText()
  const language = usePageLanguage()
  const [texts, setTexts] = useState<Awaited<ReturnType<typeof listUnsaved>>>([])
  useEffect(() => {
    void listUnsaved(kind).then(setTexts)
  }, [kind])
  return texts.map(({ key, unsaved }) => (
    <Alert
      key={unsaved.place}
      variant="info"
      title={t('editing.offer.of', { title: unsaved.title || t('editing.offer.untitled') })}
      action={
        <div className="edit-row">
          <Button variant="primary" onPress={() => onResume(key, unsaved)}>
            {t('editing.offer.continue')}
          </Button>
          <Button
            onPress={() => {
              void deleteUnsaved(unsaved.place)
              setTexts(texts.filter((text) => text.unsaved !== unsaved))
            }}
          >
            {t('editing.offer.discard')}
          </Button>
        </div>
      }
    >
      {t('editing.offer.text', { date: dateTime(unsaved.keptAt, language) })}
    </Alert>
  ))
}
