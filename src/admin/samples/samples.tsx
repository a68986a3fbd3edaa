import { useSuspenseQuery, queryOptions } from '@tanstack/react-query'
import { languageName } from '#i18n/language-names'
import { type ListDeclaration, ListTable } from '#auth/lists/admin-list'
import { useMemo, useState } from 'react'
import { useWrite } from '#auth/forms/use-write'
import { UserRegion } from '#auth/sessions/user-region'
import { contentKindOf, contentTitle, recordKindOf } from '#features/kinds'
import { dateTime } from '#i18n/dates'
import { type Translate, useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import type { MessageId } from '#i18n/messages'
import { useFieldLabel } from '#records/editor/fields/kind-text'
import type { DescribedKind } from '#records/kind/record'
import { htmlToText } from '#text/html-text'
import { Button } from '#ui/controls/buttons/button'
import { CheckCircleIcon, TrashIcon, UndoIcon } from '#ui/controls/buttons/icons'
import { ConfirmDialog } from '#ui/controls/dialogs/dialogs'
import { Screen } from '#ui/controls/screen'
import { Alert, EmptyState, loadFailed, TableSkeleton } from '#ui/controls/states/states'
import type { Selection } from '#ui/controls/tables/data-table'
import { Link } from '#ui/link'
import type { Sample, SamplesRemoved, SamplesRestored, RemovalEntry } from '#contract/samples'

const samplesQuery = () => queryOptions<Sample[]>({ queryKey: ['/api/samples'], staleTime: 0 })
const removalsQuery = () => queryOptions<RemovalEntry[]>({ queryKey: ['/api/samples/removals'], staleTime: 0 })

/** What still is as it came with the site, to replace or to remove. */
export function SamplesScreen() {
  const t = useText()
  return (
    <Screen title={t('samples.title')} intro={t('samples.intro')}>
      <UserRegion loading={<TableSkeleton label={t('samples.loading')} />} failed={loadFailed('samples.failed')}>
        <Removals />
        <Samples />
      </UserRegion>
    </Screen>
  )
}

/** Every list of records may change. */
const stale = [
  ['/api/samples'],
  ['/api/samples/removals'],
  ['/api/checklist'],
  ['/api/page-contents'],
  ['/api/site'],
  ['/api/site/texts'],
]

/** The newest removal, as long as it can be undone. */
function Removals() {
  const t = useText()
  const language = usePageLanguage()
  const { data: removals } = useSuspenseQuery(removalsQuery())
  const undo = useWrite<SamplesRestored>({
    failed: t('samples.undoFailed'),
    done: ({ kept }) => t('samples.undone', { kept }),
    stale,
  })
  const [newest] = removals
  if (!newest) return null
  return (
    <Alert
      variant="info"
      title={t('samples.removed', { count: newest.removed })}
      action={
        <Button
          isPending={undo.isPending}
          onPress={() => undo.mutate({ method: 'POST', path: `/api/samples/removals/${newest.id}/undo` })}
        >
          <UndoIcon />
          {t('samples.undo')}
        </Button>
      }
    >
      {t('samples.undoUntil', { date: dateTime(newest.until, language) })}
    </Alert>
  )
}

/** A sample under an id of the whole list; `of` is its record. */
type Row = Omit<Sample, 'id'> & { id: string; of: Sample['id'] }

function Samples() {
  const { data: samples } = useSuspenseQuery(samplesQuery())
  const t = useText()
  if (samples.length === 0)
    return <EmptyState icon={<CheckCircleIcon />} title={t('samples.none')} text={t('samples.noneText')} />
  return <SampleList samples={samples} />
}

const isRemovable = ({ kind, field }: Row) => kind !== 'site-settings' || field !== 'name'

/** All are ticked at first, but for the name, which has to be typed. */
function SampleList({ samples }: { samples: readonly Sample[] }) {
  const t = useText()
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set())
  const [isConfirming, setIsConfirming] = useState(false)
  const rows = useMemo(() => samples.map((one): Row => ({ ...one, of: one.id, id: keyOf(one) })), [samples])
  const ticked = rows.filter((row) => isRemovable(row) && !unticked.has(row.id))
  const remove = useWrite<SamplesRemoved>({
    failed: t('samples.removeFailed'),
    stale,
    onDone: () => setIsConfirming(false),
  })
  const selection = useMemo<Selection<Row>>(
    () => ({
      has: (row) => isRemovable(row) && !unticked.has(row.id),
      isLocked: (row) => !isRemovable(row),
      onSelect: (some, isSelected) =>
        setUnticked((before) => {
          const next = new Set(before)
          for (const { id } of some) {
            if (isSelected) next.delete(id)
            else next.add(id)
          }
          return next
        }),
      nameOf: ({ title }) => t('bulk.select', { title: shortened(title) }),
      allLabel: t('bulk.selectAll'),
    }),
    [unticked, t],
  )
  return (
    <>
      <div className="samples-tools">
        <p className="kit-note">{t('samples.ticked')}</p>
        <Button isDisabled={ticked.length === 0} onPress={() => setIsConfirming(true)}>
          <TrashIcon />
          {ticked.length === rows.filter(isRemovable).length
            ? t('samples.removeAll')
            : t('samples.removeSome', { count: ticked.length })}
        </Button>
      </div>
      <ListTable {...list} rows={rows} selection={selection} />
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('samples.ask', { count: ticked.length })}
        text={<p>{t('samples.askText')}</p>}
        confirmLabel={t('samples.remove')}
        cancelLabel={t('editing.cancel')}
        isPending={remove.isPending}
        onConfirm={() =>
          remove.mutate({
            method: 'POST',
            path: '/api/samples/remove',
            body: { samples: ticked.map(({ kind, of: id, field, language }) => ({ kind, id, field, language })) },
          })
        }
        onCancel={() => setIsConfirming(false)}
      />
    </>
  )
}

const keyOf = ({ kind, id, field, language }: Sample) => [kind, id, field, language].join(' ')

const list: ListDeclaration<Row> = {
  label: 'samples.title',
  search: { label: 'samples.filter', textOf: (row, { t }) => `${row.title} ${placeOf(t, row)}` },
  columns: [
    {
      id: 'text',
      label: 'samples.text',
      isTitle: true,
      sort: ({ title }) => title,
      show: ({ title, href, language }) => (
        <Link href={href} lang={language ?? undefined}>
          {shortened(title)}
        </Link>
      ),
    },
    {
      id: 'place',
      label: 'samples.place',
      explainsItself: true,
      sort: (row, { t }) => placeOf(t, row),
      show: (row) => <SamplePlace row={row} />,
    },
    {
      id: 'language',
      label: 'samples.language',
      explainsItself: true,
      sort: ({ language: of }) => of ?? '',
      show: ({ language: of }, { t, language }) => (of === null ? t('samples.every') : languageName(of, language)),
    },
  ],
}

/** One line of a text, without its tags. */
function shortened(text: string): string {
  const plain = (text.startsWith('<') ? htmlToText(text) : text).replace(/\s+/g, ' ').trim()
  return plain.length > 120 ? `${plain.slice(0, 119).trimEnd()}…` : plain
}

function SamplePlace({ row }: { row: Row }) {
  const t = useText()
  const kind = contentKindOf(row.kind, row.of)
  return (
    <span>
      {placeOf(t, row)}
      {kind && row.field !== null && <FieldName kind={kind} field={row.field} />}
    </span>
  )
}

function FieldName({ kind, field }: { kind: DescribedKind; field: string }) {
  const labelOf = useFieldLabel(kind)
  return ` · ${labelOf(field)}`
}

/** The page, the kind of record, or the part of the site. */
function placeOf(t: Translate, { kind, of, title }: Row): string {
  if (kind === 'page') return contentTitle(t, kind, of, title)
  if (recordKindOf(kind)) return t(`media.kind.${kind}` as MessageId)
  return t(kind === 'site-text' ? 'site.part.texts' : 'media.site')
}
