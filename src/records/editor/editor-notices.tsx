import { useAtomValue } from 'jotai'
import { Alert } from '#ui/controls/states/alert'
import { Button } from '#ui/controls/buttons/button'
import { useFocusOnArrival } from '#editing/focus'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import type { Editor } from './saving/use-editor'
import type { Values } from './values/values'

/** An unsaved text of an earlier visit, to restore or to discard. */
export function UnsavedOffer<V extends Values>({ form }: { form: Editor<V> }) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  if (!form.offer) return null
  return (
    <Alert
      variant="warning"
      title={t('editing.offer.title')}
      action={
        <div className="edit-row">
          <Button variant="primary" onPress={form.restore}>
            {t('editing.offer.restore')}
          </Button>
          <Button onPress={form.discardOffer}>{t('editing.offer.discard')}</Button>
        </div>
      }
    >
      {t('editing.offer.text', { date: dateTime(form.offer.keptAt, language) })}
    </Alert>
  )
}

/** Somebody else has deleted what is edited. */
export function Gone<V extends Values>({ form }: { form: Editor<V> }) {
  const t = useText()
  const arrived = useFocusOnArrival<HTMLDivElement>()
  return (
    <div ref={arrived} tabIndex={-1}>
      <Alert
        variant="danger"
        title={t('editing.gone.title')}
        action={
          <Button
            variant="primary"
            isPending={form.isPending}
            onPress={() => {
              void form.createAnew()
            }}
          >
            {t('editing.gone.create')}
          </Button>
        }
      >
        {t('editing.gone.text')}
      </Alert>
    </div>
  )
}
