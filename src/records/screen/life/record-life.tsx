import { useQuery, useMutation } from '@tanstack/react-query'
import { Button } from '#ui/controls/buttons/button'
import { dateTime } from '#i18n/dates'
import { useText, type Translate } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import type { RevisionSummary } from '#records/history/history-contract'
import type { EditedRecord, RecordKind } from '#records/kind/record'
import { revisionsQuery } from '#records/screen/load-record'
import { StatusBadges } from '#records/screen/list/badges'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/controls/dialogs/dialogs'
import { send } from '#client/api-error'
import { useToast } from '#ui/toasts/toast'
import { type Newest, type Versioned, versionsOf } from './write-record'

/** A record, or a page, as its editor sees it. */
export type Living = Pick<EditedRecord, 'status' | 'updatedAt' | 'publishedAt' | 'draft'> & { id: number | string }

type RecordLifeProps = {
  kind: Pick<RecordKind, 'api'>
  record: Living
  isBusy: boolean
  isUnpublishing: boolean
  onHistory: () => void
  onDiscardDraft: () => void
  /** Absent if it cannot be unpublished. */
  onUnpublish?: () => void
}

/** The status of the edited record, who saved it and when, and actions that change the status. */
export function RecordLife({ kind, record, isBusy, ...props }: RecordLifeProps) {
  const { isUnpublishing, onHistory, onDiscardDraft, onUnpublish } = props
  const t = useText()
  const language = usePageLanguage()
  const { status, updatedAt, draft } = record
  const { data: latest = [] } = useQuery({
    ...revisionsQuery(kind, record.id),
    select: (revisions) => revisions.slice(0, shownVersions),
  })
  const date = dateTime(draft?.savedAt ?? updatedAt, language)
  const isPublished = status === 'published' || status === 'scheduled'
  return (
    <section className="edit-life" aria-label={t('life.standing')}>
      <div className="edit-row edit-life-badges">
        <StatusBadges record={record} isWhole />
      </div>
      {draft && (
        <p className="edit-note">
          {t(status === 'scheduled' ? 'life.draftOfScheduled' : 'life.draftOfLive', {
            date,
            name: draft.savedBy?.username ?? t('life.nobody'),
          })}
        </p>
      )}
      {!draft && latest.length === 0 && <p className="edit-note">{t('life.saved', { date })}</p>}
      <LatestVersions revisions={latest} />
      <div className="kit-actions">
        <Button isDisabled={isBusy} onPress={onHistory}>
          {t('history.title')}
        </Button>
        {draft && (
          <Button isDisabled={isBusy} onPress={onDiscardDraft}>
            {t('life.discardDraft')}
          </Button>
        )}
        {isPublished && onUnpublish && (
          <Button isDisabled={isBusy && !isUnpublishing} isPending={isUnpublishing} onPress={onUnpublish}>
            {t(status === 'scheduled' ? 'life.unschedule' : 'life.unpublish')}
          </Button>
        )}
      </div>
    </section>
  )
}

const shownVersions = 3

function LatestVersions({ revisions }: { revisions: RevisionSummary[] }) {
  const t = useText()
  const language = usePageLanguage()
  if (revisions.length === 0) return null
  return (
    <dl className="edit-latest">
      {revisions.map((revision) => (
        <div key={revision.version}>
          <dt>{kindOf(revision, t)}</dt>
          <dd>
            {t('history.by', {
              date: dateTime(revision.savedAt, language),
              name: revision.savedBy?.username ?? t('life.nobody'),
            })}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The action of a version, as text. */
export function kindOf(
  { kind, restoredFrom, scheduledFor }: Pick<RevisionSummary, 'kind' | 'restoredFrom' | 'scheduledFor'>,
  t: Translate,
): string {
  if (restoredFrom !== null) return t('history.restoredFrom', { version: restoredFrom })
  return t(scheduledFor === null ? `history.kind.${kind}` : 'history.kind.scheduled')
}

type Discarding<Edited> = {
  titleOf: (edited: Edited) => string
  /** Its path in the API. */
  pathOf: (edited: Edited) => string
  newest: Newest<Edited>
  onDiscarded: (edited: Edited) => void
}

/** Discards the draft of a published record, after a confirmation. */
export function useDiscardDraft<Edited extends Versioned>({
  pathOf,
  titleOf,
  newest: { withNewest, fail },
  onDiscarded,
}: Discarding<Edited>) {
  const t = useText()
  const toast = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const discard = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      withNewest(async (from) => {
        await send('DELETE', `${pathOf(from)}/draft`, { version: versionsOf(from) })
        return { ...from, draft: null }
      }),
    onSuccess: (now) => {
      onDiscarded(now)
      toast({ title: t('life.draftDiscarded'), description: t('life.draftDiscardedText', { title: titleOf(now) }) })
    },
    onError: fail,
    onSettled: () => setIsAsking(false),
  })
  return {
    ask: () => setIsAsking(true),
    question: (
      <ConfirmDialog
        title={t('life.discardTitle')}
        text={t('life.discardText')}
        confirmLabel={t('life.discardDraft')}
        cancelLabel={t('editing.discard.cancel')}
        isOpen={isAsking}
        isPending={discard.isPending}
        onConfirm={() => discard.mutate()}
        onCancel={() => setIsAsking(false)}
      />
    ),
  }
}
