import { useSuspenseQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ListDeclaration, ListTable, dateColumn } from '#auth/lists/admin-list'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { FileTrigger } from 'react-aria-components'
import { UserRegion } from '#auth/sessions/user-region'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { DownloadIcon, UploadIcon } from '#ui/controls/buttons/icons'
import { LinkButton, Button } from '#ui/controls/buttons/button'
import { Screen } from '#ui/controls/screen'
import { loadFailed, Skeleton, Alert, Progress } from '#ui/controls/states/states'
import { Link } from '#ui/link'
import { FormFault } from '#auth/forms/form'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ApiError } from '#client/api-error'
import { fieldIssues } from '#client/field-issues'
import { sendFile } from '#client/files'
import { useIntentKey } from '#client/use-submission'
import { DropNote, useDroppedFiles } from '#editing/dropped-files'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { type ImportEntry, importKinds } from '../contract'
import { OneImport, importsQuery } from './one-import'

const mostBytes = 200 * 1024 * 1024

/** Uploads a file of another system, chosen or dropped; it is only read, not imported yet. */
function ImportUpload({ onRead }: { onRead: (id: number) => void }) {
  const t = useText()
  const { bring, isPending, error, share, stop } = useImportUpload(onRead)
  const isHeld = useDroppedFiles(([file]) => {
    if (file && !isPending) bring(file)
  })
  const [issue] = fieldIssues(error)
  return (
    <section className="admin-panel import-bring" aria-labelledby="import-bring">
      <h2 id="import-bring">{t('imports.bring')}</h2>
      <p className="kit-note">{t('imports.bringText')}</p>
      <div className="import-drop">
        {isPending ? (
          <>
            <Sending share={share} />
            {share < 1 && <Button onPress={stop}>{t('imports.stop')}</Button>}
          </>
        ) : (
          <>
            <UploadIcon />
            <p>{t('imports.drop')}</p>
            <FileTrigger
              onSelect={(files) => {
                if (files?.[0]) bring(files[0])
              }}
            >
              <Button variant="primary">{t('imports.choose')}</Button>
            </FileTrigger>
            <p className="kit-note">{t('imports.most')}</p>
          </>
        )}
      </div>
      {issue ? <Alert variant="danger">{issue.message}</Alert> : <FormFault error={error} />}
      <details className="edit-fold">
        <summary>{t('imports.where')}</summary>
        <dl className="import-where">
          {importKinds.map((source) => (
            <div key={source}>
              <dt>{t(`imports.kind.${source}`)}</dt>
              <dd>{t(`imports.where.${source}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
      {isHeld && <DropNote>{t('imports.dropHere')}</DropNote>}
    </section>
  )
}

function Sending({ share }: { share: number }) {
  const t = useText()
  const isSent = share === 1
  return (
    <Progress
      label={isSent ? t('imports.reading') : t('imports.sending', { percent: Math.floor(share * 100) })}
      value={isSent ? undefined : share}
      max={1}
    />
  )
}

/** Uploads a file to be read; `share`: the uploaded part. */
function useImportUpload(onRead: (id: number) => void) {
  const t = useText()
  const client = useQueryClient()
  const withSession = useWithSession()
  const { keyFor, finish } = useIntentKey()
  const [share, setShare] = useState(0)
  const sending = useRef<AbortController>(undefined)
  const { mutate, isPending, error, reset } = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: async (file: File) => {
      // The server would refuse it during the upload, and browsers do not read a response before the upload is
      // complete.
      if (file.size > mostBytes) throw new ApiError(413, t('imports.tooLarge'), [], true)
      sending.current = new AbortController()
      setShare(0)
      const { signal } = sending.current
      const idempotencyKey = keyFor([file.name, file.size, file.lastModified])
      return withSession(() =>
        sendFile<{ id: number }>('/api/imports', file, { idempotencyKey, onProgress: setShare, signal }),
      )
    },
    onSuccess: ({ answer: { id } }) => {
      finish()
      void client.invalidateQueries({ queryKey: importsQuery().queryKey })
      onRead(id)
    },
  })
  const bring = (file: File) => {
    rescueFocus()
    mutate(file)
  }
  const stop = () => {
    sending.current?.abort()
    reset()
  }
  return { bring, isPending, error, share, stop }
}

/** Query parameter with the id of the open import. */
const opened = 'import'

/** Imports content of other systems, and exports the site's own. */
export function ImportScreen() {
  const t = useText()
  const navigate = useNavigate()
  const id = new URLSearchParams(useLocation().search).get(opened)
  const open = (chosen: number) => void navigate(`${href(adminPaths.import)}?${opened}=${chosen}`)
  return (
    <Screen
      // A view of its own, at whose heading the focus arrives.
      key={id}
      title={t('adminNav.import')}
      intro={t('imports.intro')}
    >
      {id === null ? (
        <>
          <ImportUpload onRead={open} />
          <UserRegion loading={null} failed={loadFailed('imports.failedLoad')}>
            <EarlierImports onOpen={open} />
          </UserRegion>
          <ExportPanel />
        </>
      ) : (
        <UserRegion loading={<Loading />} failed={loadFailed('imports.failedLoad')}>
          <OneImport id={id} />
        </UserRegion>
      )}
    </Screen>
  )
}

function Loading() {
  const t = useText()
  return (
    <output className="admin-panel" aria-label={t('imports.loading')}>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
    </output>
  )
}

/** Exports all content as files for other systems; unlike a backup. */
function ExportPanel() {
  const t = useText()
  return (
    <section className="admin-panel import-out" aria-labelledby="import-out">
      <div>
        <h2 id="import-out">{t('imports.out')}</h2>
        <p className="kit-note">{t('imports.outText')}</p>
        <p className="kit-note">
          {t('imports.outBackup')} <Link href={href(adminPaths.system)}>{t('adminNav.status')}</Link>
        </p>
      </div>
      <LinkButton href="/api/export/markdown" download>
        <DownloadIcon />
        {t('imports.outDo')}
      </LinkButton>
    </section>
  )
}

/** The earlier imports; hidden if there are none. */
function EarlierImports({ onOpen }: { onOpen: (id: number) => void }) {
  const t = useText()
  const { data: imports } = useSuspenseQuery(importsQuery())
  if (imports.length === 0) return null
  return (
    <section className="admin-panel" aria-labelledby="import-earlier">
      <h2 id="import-earlier">{t('imports.earlier')}</h2>
      <ListTable {...earlier} rows={imports} onOpen={({ id }) => onOpen(id)} />
    </section>
  )
}

const earlier: ListDeclaration<ImportEntry> = {
  label: 'imports.earlier',
  columns: [
    {
      id: 'title',
      label: 'imports.file',
      isTitle: true,
      sort: ({ title }) => title,
      show: ({ id, title }) => <Link href={`${href(adminPaths.import)}?import=${id}`}>{title}</Link>,
    },
    { id: 'kind', label: 'imports.from', sort: ({ kind }, { t }) => t(`imports.kind.${kind}`) },
    {
      id: 'found',
      label: 'imports.held',
      sort: ({ found }) => found.posts + found.pages,
      show: ({ found: { posts, pages } }, { t }) => t('imports.records', { posts, pages }),
    },
    { id: 'state', label: 'imports.standing', sort: ({ state }, { t }) => t(`imports.state.${state}`) },
    dateColumn('createdAt', 'imports.date'),
  ],
}
