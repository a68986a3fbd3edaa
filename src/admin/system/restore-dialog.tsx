import { useQuery, useMutation, queryOptions } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import { wrongPassword, CurrentPasswordField } from '#auth/screens/account/confirmation'
import { Form, FormFault } from '#auth/forms/form'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ApiError, send, readAnswer } from '#client/api-error'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { sendFile } from '#client/files'
import { useIntentKey } from '#client/use-submission'
import type { RestoreBegun, RestoreInput, ArchiveSummary, Restore, Backup } from '#contract/backups'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/dialogs'
import { TextField } from '#ui/controls/fields/text-field'
import { Alert, loadFailed, Progress, Skeleton } from '#ui/controls/states/states'
import { bytesText } from '#i18n/bytes-text'
import { dateTime } from '#i18n/dates'
import { usePageLanguage } from '#i18n/language-atom'
import { isRecord, parseJson } from '#text/parse-json'

/** The maximum length of an archive's compressed header, in bytes. */
const mostOfHeader = 16 * 1024
/** A tar starts with a header block of its first file, the compressed content. */
const block = 512

/** A listed backup, or a local file. */
export type Source = Pick<Backup, 'id' | 'bytes'> | File

/** The summary in an archive's header; null for a file that is not an archive. */
const summaryOf = (source: Source) =>
  source instanceof File
    ? queryOptions<ArchiveSummary | null>({
        queryKey: ['archive', source.name, source.size, source.lastModified],
        queryFn: () => readSummary(source),
        staleTime: 0,
        retry: false,
      })
    : queryOptions<ArchiveSummary | null>({ queryKey: ['/api/backups', source.id, 'summary'] })

/** `ended`: the user was logged out; `gone`: there is no such restore. */
export type RestoreStatus = Restore | { state: 'ended' | 'gone' }

/** Poll interval in milliseconds. */
const pollInterval = 1000

/** The progress of a restore. Its end logs everybody out, which is not an error of this query. */
export const restoreQuery = (id: string) =>
  queryOptions<RestoreStatus>({
    queryKey: ['/api/restores', id],
    queryFn: async ({ signal }) => {
      try {
        return await readAnswer<Restore>(await fetch(`/api/restores/${encodeURIComponent(id)}`, { signal }))
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return { state: 'ended' }
        if (error instanceof ApiError && error.status === 404) return { state: 'gone' }
        throw error
      }
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data } }) => (data === undefined || data.state === 'running' ? pollInterval : false),
  })

/** The summary in the first line of an archive; null for a file that is not an archive. */
export async function readSummary(file: Blob): Promise<ArchiveSummary | null> {
  const isTar = (await file.slice(257, 262).text()) === 'ustar'
  const start = isTar ? block : 0
  const packed = new Uint8Array(await file.slice(start, start + mostOfHeader).arrayBuffer())
  const header = parseJson(await firstLine(packed))
  return isRecord(header) && typeof header.createdAt === 'string' && isCounts(header.counts)
    ? {
        createdAt: header.createdAt,
        counts: header.counts,
        trashed: isCounts(header.trashed) ? header.trashed : {},
      }
    : null
}

const isCounts = (counts: unknown): counts is Record<string, number> =>
  isRecord(counts) && Object.values(counts).every((count) => Number.isInteger(count))

/**
 * The header is a gzip member of its own. It is fed byte by byte, because browsers discard decompressed data when other
 * data follows the member.
 */
async function firstLine(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  const { readable, writable } = new DecompressionStream('gzip')
  const writer = writable.getWriter()
  const reader = readable.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const reading = (async () => {
    for (let read = await reader.read(); !read.done && !text.includes('\n'); read = await reader.read())
      text += decoder.decode(read.value, { stream: true })
  })()
  reading.catch(() => {})
  try {
    for (let at = 0; at < packed.length && !text.includes('\n'); at++) await writer.write(packed.subarray(at, at + 1))
    await writer.close()
    await reading
  } catch {
    // Data after the header are ignored.
  }
  return text.split('\n')[0] ?? ''
}

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
      <ul className="kit-bullets">
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
        error={issues.currentPassword ?? wrongPassword(error)}
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
        <FormFault error={error} />
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
