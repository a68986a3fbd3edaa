import { useQuery, useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import { wrongPassword, CurrentPasswordField } from '#auth/screens/account/confirmation'
import { Form, FormFault } from '#auth/forms/form'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ApiError, send } from '#client/api-error'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { sendFile } from '#client/send-file'
import { useIntentKey } from '#client/use-intent-key'
import type { RestoreBegun, RestoreInput, ArchiveSummary } from '#contract/backups'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { TextField } from '#ui/controls/fields/text-field'
import { Alert } from '#ui/controls/states/alert'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Progress } from '#ui/controls/states/progress'
import { Skeleton } from '#ui/controls/states/skeleton'
import { bytesText } from '#i18n/bytes-text'
import { dateTime } from '#i18n/dates'
import { usePageLanguage } from '#i18n/language-atom'
import { type Source, summaryOf } from './queries'

/** The parts of an archive whose counts are shown. */
const parts = ['posts', 'projects', 'customPages', 'media', 'messages', 'subscribers', 'users'] as const

type ArchiveContentsProps = { summary: ArchiveSummary; bytes: number }

/** The date and the contents of an archive without its trash, what it replaces, and the estimated time. */
function ArchiveContents({ summary: { createdAt, counts, trashed }, bytes }: ArchiveContentsProps) {
  const t = useText()
  const language = usePageLanguage()
  const date = dateTime(createdAt, language)
  const number = new Intl.NumberFormat(language)
  const inTrash = parts.reduce((sum, part) => sum + (trashed[part] ?? 0), 0)
  const minutes = minutesFor(counts, bytes)
  return (
    <>
      <section className="restore-sheet" aria-labelledby="restore-from">
        <h3 id="restore-from">{t('restoring.from', { date })}</h3>
        <dl className="admin-tally">
          {parts.map((part) => (
            <div key={part}>
              <dt>{t(`restoring.part.${part}`)}</dt>
              <dd>{number.format((counts[part] ?? 0) - (trashed[part] ?? 0))}</dd>
            </div>
          ))}
        </dl>
        {inTrash > 0 && <p className="kit-note">{t('restoring.inTrash', { count: inTrash })}</p>}
        <p className="kit-note">
          {t('restoring.size', { size: bytesText(bytes, language) })} {t('restoring.takes', { minutes })}
        </p>
      </section>
      <Alert variant="warning" title={t('restoring.goes')}>
        {t('restoring.goesText', { date })}
      </Alert>
      <ul className="restore-steps">
        {(['before', 'meanwhile', 'logIn'] as const).map((step) => (
          <li key={step}>{t(`restoring.${step}`, { date })}</li>
        ))}
      </ul>
    </>
  )
}

/** Rows and bytes that a small server restores per second; backing up the current state takes as long again. */
const rowsInSecond = 1000
const bytesInSecond = 20_000_000

const minutesFor = (counts: Record<string, number>, bytes: number): number => {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return Math.round((2 * (rows / rowsInSecond + bytes / bytesInSecond)) / 60)
}

type RestoreDialogProps = { source: Source; onBegun: (id: number) => void; onClose: () => void }

/** Explains what a restore replaces, and requires the password and the site's name. */
export function RestoreDialog({ source, onBegun, onClose }: RestoreDialogProps) {
  const t = useText()
  const form = useId()
  const { data: summary, isError, refetch } = useQuery(summaryOf(source))
  const begin = useBeginRestore(source, onBegun)
  const close = () => {
    if (begin.mayStop) begin.stop()
    if (begin.mayStop || !begin.isPending) onClose()
  }
  return (
    <ModalDialog
      title={t('restoring.title')}
      isOpen
      onClose={close}
      closeLabel={t('restoring.close')}
      footer={
        <>
          <Button onPress={close} isDisabled={begin.isPending && !begin.mayStop}>
            {t('restoring.cancel')}
          </Button>
          {summary && (
            <Button type="submit" form={form} variant="danger" isPending={begin.isPending}>
              {t('restoring.confirm')}
            </Button>
          )}
        </>
      }
    >
      {summary ? (
        <div className="kit-stack">
          <ArchiveContents summary={summary} bytes={source instanceof File ? source.size : source.bytes} />
          <RestoreForm id={form} begin={begin} />
        </div>
      ) : summary === null ? (
        <Alert variant="danger" title={t('restoring.noArchive')}>
          {t('restoring.noArchiveText')}
        </Alert>
      ) : isError ? (
        loadFailed('restoring.unread')(() => void refetch())
      ) : (
        <output aria-label={t('restoring.reading')}>
          <Skeleton shape="title" />
          <Skeleton shape="block" />
        </output>
      )}
    </ModalDialog>
  )
}

function RestoreForm({ id, begin }: { id: string; begin: ReturnType<typeof useBeginRestore> }) {
  const t = useText()
  const { name } = useAtomValue(siteAtom)
  const [currentPassword, setCurrentPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const { error, isPending, share } = begin
  const issues = issuesByField(fieldIssues(error))
  const password = issues.currentPassword ?? wrongPassword(error)
  const archive = issues.file ?? issues.backup
  const answer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error || isPending) answer.current?.scrollIntoView({ block: 'nearest' })
  }, [error, isPending])
  const submit = () => begin.begin({ currentPassword, confirm })
  return (
    <Form id={id} className="kit-form restore-form" error={error} onSubmit={submit}>
      <CurrentPasswordField
        description={t('account.currentPasswordHint')}
        isReadOnly={isPending}
        value={currentPassword}
        onChange={setCurrentPassword}
        error={password}
      />
      <TextField
        label={t('restoring.name')}
        description={t('restoring.nameHint', { name })}
        autoComplete="off"
        spellCheck="false"
        isRequired
        isReadOnly={isPending}
        value={confirm}
        onChange={setConfirm}
        error={issues.confirm}
      />
      <div className="restore-answer" ref={answer}>
        {password === undefined && <FormFault error={error} />}
        {archive !== undefined && <Alert variant="danger">{archive}</Alert>}
        {isPending && <Sending share={share} />}
      </div>
    </Form>
  )
}

function Sending({ share }: { share: number | undefined }) {
  const t = useText()
  const isSent = share === undefined || share === 1
  return (
    <Progress
      label={isSent ? t('restoring.checking') : t('restoring.sending', { percent: Math.floor(share * 100) })}
      value={isSent ? undefined : share}
      max={1}
    />
  )
}

type Typed = Pick<RestoreInput, 'currentPassword' | 'confirm'>

/** `share`: the uploaded part of a file; an upload can be cancelled. */
function useBeginRestore(source: Source, onBegun: (id: number) => void) {
  const t = useText()
  const { name } = useAtomValue(siteAtom)
  const withSession = useWithSession()
  const { keyFor } = useIntentKey()
  const [share, setShare] = useState<number>()
  const sending = useRef<AbortController>(undefined)

  async function sendAll(file: File, fields: Typed): Promise<RestoreBegun> {
    // Checked here, so that a large file is not uploaded only to be refused.
    if (fields.confirm !== name) throw wrongName(t('restoring.wrongName'))
    sending.current = new AbortController()
    setShare(0)
    const { signal } = sending.current
    const { answer } = await sendFile<RestoreBegun>('/api/restores', file, {
      idempotencyKey: keyFor(fields),
      fields,
      onProgress: setShare,
      signal,
    })
    return answer
  }

  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: (typed: Typed) =>
      withSession(() =>
        source instanceof File
          ? sendAll(source, typed)
          : send<RestoreBegun>('POST', '/api/restores', {
              body: { backup: source.id, ...typed },
              idempotencyKey: keyFor(typed),
            }),
      ),
    onSuccess: ({ id }) => onBegun(id),
    onSettled: () => setShare(undefined),
  })
  return {
    begin: mutate,
    isPending,
    error,
    share,
    mayStop: isPending && share !== undefined && share < 1,
    stop: () => sending.current?.abort(),
  }
}

const wrongName = (message: string) => new ApiError(422, message, [{ path: 'confirm', message }], true)
