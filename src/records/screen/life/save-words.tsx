import { useEffect, useState } from 'react'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { kindText } from '#records/editor/fields/kind-text'
import type { EditedRecord, RecordKind } from '#records/kind/record'
import { LinkButton } from '#ui/controls/buttons/button'

/** The labels and hints of the publish button and of *Save draft*, by the record's status and the selected date. */
export function useSaveWords(record: Pick<EditedRecord, 'status'> | undefined, publishedAt: unknown) {
  const t = useText()
  const language = usePageLanguage()
  const status = record?.status
  const draftHint = t(
    status === 'published'
      ? 'life.draftHint.live'
      : status === 'scheduled'
        ? 'life.draftHint.scheduled'
        : 'life.draftHint.draft',
  )
  const moment = typeof publishedAt === 'string' ? publishedAt : ''
  if (useIsAhead(moment)) {
    const date = dateTime(moment, language)
    return {
      label: t('life.schedule'),
      hint: t(status === 'published' ? 'life.scheduleHint.live' : 'life.scheduleHint', { date }),
      draftHint,
    }
  }
  return status === 'published'
    ? { label: t('life.update'), hint: t('life.updateHint'), draftHint }
    : { label: t('life.publish'), hint: t('life.publishHint'), draftHint }
}

const second = 1000

/** Whether a date is in the future; updates when it has passed. */
function useIsAhead(moment: string): boolean {
  const [now, setNow] = useState(() => Date.now())
  const time = Date.parse(moment)
  const isAhead = time > now
  useEffect(() => {
    if (!isAhead) return undefined
    const timer = setInterval(() => {
      if (time <= Date.now()) setNow(Date.now())
    }, second)
    return () => clearInterval(timer)
  }, [isAhead, time])
  return isAhead
}

/**
 * The toast for a published or scheduled record: the title is the action, the text the date of publication. `isNew`: it
 * was created.
 */
export function usePublishedWords(kind: Pick<RecordKind, 'name'>) {
  const t = useText()
  const language = usePageLanguage()
  return ({ title, status, publishedAt }: Pick<EditedRecord, 'title' | 'status' | 'publishedAt'>, isNew: boolean) => {
    const standing =
      status === 'scheduled' && publishedAt !== null
        ? t('life.scheduledFor', { date: dateTime(publishedAt, language) })
        : t('life.published')
    const done = t(isNew ? 'resource.createdText' : 'resource.updatedText', { title })
    return { title: kindText(t, kind, isNew ? 'created' : 'updated'), description: `${standing}. ${done}` }
  }
}

/** A link in a toast to the saved page. */
export function ViewPage({ href }: { href: string }) {
  const t = useText()
  return (
    <LinkButton href={href} target="_blank">
      {t('life.viewPage')}
    </LinkButton>
  )
}
