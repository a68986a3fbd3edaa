import { useSuspenseQuery, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { useWrite } from '#auth/forms/use-write'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { ConfirmDialog } from '#ui/controls/dialogs/dialogs'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { Alert, Progress } from '#ui/controls/states/states'
import { ChevronLeftIcon, RefreshIcon, UndoIcon } from '#ui/controls/buttons/icons'
import { Link } from '#ui/link'
import { useToast } from '#ui/toasts/toast'
import { usePageLanguage } from '#i18n/language-atom'
import { Form } from '#auth/forms/form'
import { defaultLanguage, languages } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { useLanguageNames } from '#i18n/use-language-names'
import { Choice, Switch } from '#ui/controls/fields/choice'
import type { Import, ImportUndone, ImportCounts, ImportRun, ImportEntry } from '../contract'

/** Poll interval in milliseconds while an import runs. */
const pollInterval = 1000

export const importsQuery = () => queryOptions<ImportEntry[]>({ queryKey: ['/api/imports'], staleTime: 0 })

const importQuery = (id: string) =>
  queryOptions<Import>({
    queryKey: ['/api/imports', id],
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? pollInterval : false),
  })

const parts = ['posts', 'pages', 'media', 'redirects'] as const

/** The count of each type; `of`: the totals. */
function Counts({ counts, of }: { counts: ImportCounts; of?: ImportCounts }) {
  const t = useText()
  const number = new Intl.NumberFormat(usePageLanguage())
  return (
    <dl className="admin-tally">
      {parts.map((part) => (
        <div key={part}>
          <dt>{t(`imports.part.${part}`)}</dt>
          <dd>
            {number.format(counts[part])}{' '}
            {of && of[part] !== counts[part] && (
              <span className="kit-note">{t('imports.of', { count: number.format(of[part]) })}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const mostShown = 200

/** One import: its contents, its progress and its result. */
export function OneImport({ id }: { id: string }) {
  const t = useText()
  const { data: one } = useSuspenseQuery(importQuery(id))
  const { data: all } = useSuspenseQuery(importsQuery())
  const title = all.find((entry) => entry.id === one.id)?.title ?? t(`imports.kind.${one.kind}`)
  return (
    <>
      <Link href={href(adminPaths.import)} className="admin-back">
        <ChevronLeftIcon />
        {t('imports.back')}
      </Link>
      <section className="admin-panel" aria-labelledby="import-one">
        <header className="import-head">
          <h2 id="import-one">{title}</h2>
          <p className="kit-note">
            {t(`imports.kind.${one.kind}`)} · {t(`imports.state.${one.state}`)}
          </p>
        </header>
        <ImportStatus one={one} />
      </section>
    </>
  )
}

/** Up to this number of remarks are shown expanded. */
const mostOpenRemarks = 10

function ImportStatus({ one }: { one: Import }) {
  const t = useText()
  switch (one.state) {
    case 'read':
      return (
        <>
          <Counts counts={one.found} />
          <p className="kit-note">{t('imports.nothingYet')}</p>
          <Remarks title={t('imports.skipped')} remarks={one.skipped} isOpen={one.skipped.length <= mostOpenRemarks} />
          {one.found.posts + one.found.pages + one.found.media > 0 ? (
            <RunForm {...one} />
          ) : (
            <Alert variant="info">{t('imports.empty')}</Alert>
          )}
        </>
      )
    case 'running':
      return <Going {...one} />
    default:
      return <Outcome one={one} />
  }
}

function Going({ done, total }: Pick<Import, 'done' | 'total'>) {
  const t = useText()
  const isBegun = done > 0 && total > 0
  return (
    <>
      <Progress
        label={isBegun ? t('imports.going', { done, total }) : t('imports.preparing')}
        value={isBegun ? done : undefined}
        max={total}
      />
      <p className="kit-note">{t('imports.goingText')}</p>
    </>
  )
}

/** What was imported, what failed and why, and how to undo it. */
function Outcome({ one }: { one: Import }) {
  const t = useText()
  const isUndone = one.state === 'undone'
  return (
    <>
      {isUndone ? (
        <Alert variant="info">{t('imports.isUndone')}</Alert>
      ) : one.state === 'failed' ? (
        <Alert variant="danger" title={t('imports.isFailed')}>
          {t('imports.isFailedText')}
        </Alert>
      ) : (
        <Alert
          variant={one.failed.length > 0 ? 'info' : 'success'}
          title={t(one.failed.length > 0 ? 'imports.isDoneBut' : 'imports.isDone')}
        >
          {one.there > 0 && <p>{t('imports.there', { count: one.there })}</p>}
          {t('imports.look')} <Link href={href(adminPaths.blog)}>{t('adminNav.posts')}</Link>
          {', '}
          <Link href={href(adminPaths.customPages)}>{t('adminNav.customPages')}</Link>
        </Alert>
      )}
      {!isUndone && <Counts counts={one.created} of={one.found} />}
      <Remarks title={t('imports.failedParts')} remarks={one.failed} isOpen />
      <Remarks title={t('imports.skipped')} remarks={one.skipped} />
      {!isUndone && <Actions one={one} />}
    </>
  )
}

function Actions({ one: { id, failedMedia } }: { one: Import }) {
  const t = useText()
  const toast = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const stale = [importsQuery().queryKey]
  const again = useWrite<Import>({ failed: t('imports.notBegun'), stale })
  const undo = useWrite<ImportUndone>({
    failed: t('imports.undoFailed'),
    stale,
    onDone: ({ trashed, kept }) => {
      setIsAsking(false)
      toast({
        title: t('imports.undone', { trashed }),
        description: kept > 0 ? t('imports.kept', { kept }) : undefined,
      })
    },
  })
  return (
    <div className="kit-actions">
      {failedMedia > 0 && (
        <Button
          isPending={again.isPending}
          onPress={() => {
            rescueFocus()
            again.mutate({ method: 'POST', path: `/api/imports/${id}/media` })
          }}
        >
          <RefreshIcon />
          {t('imports.againMedia')}
        </Button>
      )}
      <Button onPress={() => setIsAsking(true)}>
        <UndoIcon />
        {t('imports.undo')}
      </Button>
      <ConfirmDialog
        title={t('imports.undoTitle')}
        text={t('imports.undoText')}
        confirmLabel={t(undo.isPending ? 'imports.undoing' : 'imports.undoConfirm')}
        cancelLabel={t('imports.cancel')}
        isOpen={isAsking}
        isPending={undo.isPending}
        onConfirm={() => undo.mutate({ method: 'POST', path: `/api/imports/${id}/undo` })}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

type RemarksProps = { title: string; remarks: Import['skipped']; isOpen?: boolean }

/** Notes about single records or files; collapsed if they need no action. */
function Remarks({ title, remarks, isOpen = false }: RemarksProps) {
  const t = useText()
  if (remarks.length === 0) return null
  return (
    <details className="import-remarks edit-fold" open={isOpen}>
      <summary>
        {title} <span className="import-count">{remarks.length}</span>
      </summary>
      <ul aria-label={title}>
        {remarks.slice(0, mostShown).map((remark, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may be alike, and none is ever moved
          <li key={at}>
            <strong>{remark.title}</strong>
            <span className="kit-note">{remark.why}</span>
          </li>
        ))}
      </ul>
      {remarks.length > mostShown && (
        <p className="kit-note">{t('imports.more', { count: remarks.length - mostShown })}</p>
      )}
    </details>
  )
}

/** The options of an import. */
function RunForm({ id, found, kind }: Pick<Import, 'id' | 'found' | 'kind'>) {
  const t = useText()
  const { labelOf, nameOf } = useLanguageNames()
  const [run, setRun] = useState<ImportRun>({ language: defaultLanguage, as: 'draft', media: true, redirects: true })
  const change = (part: Partial<ImportRun>) => setRun((before) => ({ ...before, ...part }))
  const { mutate, isPending } = useWrite<Import>({
    failed: t('imports.notBegun'),
    stale: [importsQuery().queryKey],
  })
  const start = () => {
    rescueFocus()
    mutate({ method: 'POST', path: `/api/imports/${id}/run`, body: run })
  }
  return (
    <Form className="kit-stack import-run" onSubmit={start}>
      <div className="import-choices">
        <Choice
          label={t('imports.language')}
          description={kind === 'markdown' || kind === 'csv' ? t('imports.languageOwn') : undefined}
          value={run.language}
          onChange={(language) => change({ language })}
          options={languages.map((value) => ({
            value,
            label: labelOf(value),
            note: t(value === defaultLanguage ? 'imports.in.original' : 'imports.in.translation', {
              language: nameOf(value),
            }),
          }))}
        />
        <Choice
          label={t('imports.as')}
          value={run.as}
          onChange={(as) => change({ as })}
          options={(['draft', 'same'] as const).map((value) => ({
            value,
            label: t(`imports.as.${value}`),
            note: t(`imports.as.${value}.note`),
          }))}
        />
      </div>
      <div className="kit-form">
        {found.media > 0 && (
          <Switch isSelected={run.media} onChange={(media) => change({ media })}>
            {t('imports.withMedia', { count: found.media })}
          </Switch>
        )}
        <Switch isSelected={run.redirects} onChange={(redirects) => change({ redirects })}>
          {t('imports.withRedirects')}
        </Switch>
      </div>
      <div className="kit-actions">
        <Button type="submit" variant="primary" isPending={isPending}>
          {t(runLabel(found), { posts: found.posts, pages: found.pages })}
        </Button>
      </div>
    </Form>
  )
}

function runLabel({ posts, pages }: Import['found']): MessageId {
  if (pages === 0) return 'imports.runPosts'
  return posts === 0 ? 'imports.runPages' : 'imports.run'
}
