import { useAtomValue } from 'jotai'
import { Button } from '#base/controls/button'
import { dateTime } from '#base/i18n/dates'
import { useText } from '#base/i18n/i18n'
import { languageAtom } from '#base/i18n/language-atom'
import { PresenceLine } from '#records/presence/presence-line'
import type { EditedRecord, RecordKind } from '#records/record'
import { Standing } from './standing'

type RecordBarProps = {
  kind: RecordKind
  record: EditedRecord
  isBusy: boolean
  /** The history is shown in place of the text. */
  isHistory: boolean
  onHistory: (isShown: boolean) => void
  onDiscardDraft: () => void
  onUnpublish: () => void
}

/** How the record in the editor stands, whose draft is shown, and what leads away from that. */
export function RecordBar({ kind, record, isBusy, isHistory, onHistory, onDiscardDraft, onUnpublish }: RecordBarProps) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const { status, updatedAt, draft } = record
  const date = dateTime(draft?.savedAt ?? updatedAt, language)
  const isPublished = status === 'published' || status === 'scheduled'
  return (
    <div className="edit-bar">
      {status === 'published' && (
        <span className="edit-badge" data-tone="live">
          {t('life.live')}
        </span>
      )}
      <Standing record={record} />
      <p className="edit-note">
        {draft
          ? t(status === 'scheduled' ? 'life.draftOfScheduled' : 'life.draftOfLive', {
              date,
              name: draft.savedBy?.username ?? t('life.nobody'),
            })
          : t('life.saved', { date })}
      </p>
      <PresenceLine kind={kind.name} id={record.id} />
      <div className="edit-bar-actions">
        <Button variant="quiet" isDisabled={isBusy} onPress={() => onHistory(!isHistory)}>
          {t(isHistory ? 'history.back' : 'history.title')}
        </Button>
        {!isHistory && draft && (
          <Button variant="quiet" isDisabled={isBusy} onPress={onDiscardDraft}>
            {t('life.discardDraft')}
          </Button>
        )}
        {!isHistory && isPublished && (
          <Button variant="quiet" isDisabled={isBusy} onPress={onUnpublish}>
            {t(status === 'scheduled' ? 'life.unschedule' : 'life.unpublish')}
          </Button>
        )}
      </div>
    </div>
  )
}
