import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Segments } from '#editing/segments'
import { Alert, EmptyState } from '#ui/controls/states/states'
import { Button } from '#ui/controls/buttons/button'
import { ClockIcon } from '#ui/controls/buttons/icons'
import { Spinner } from '#ui/controls/states/spinner'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { defaultLanguage, type Language } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { plainFailure, useFailureToast } from '#records/editor/saving/failure'
import { differences, type Values } from '#records/editor/values/values'
import type { RevisionSummary } from '#records/history/history-contract'
import { revisionQuery, revisionsAtOnce, revisionsQuery } from '#records/screen/load-record'
import { kindOf } from '#records/screen/life/record-life'
import { WordDiff } from '#records/editor/merge/word-diff'

/** The record of a history, and how its versions are read. */
export type HistorySource = {
  kind: { api: string }
  id: number | string
  /** The fields of a version, as form values for comparison. */
  valuesOf: (stored: Stored) => Values
  /** The label of a field in these versions, the newer one first. */
  labelOf: (field: string, versions: readonly Stored[]) => string
  /** Both versions of a field for display. */
  shownOf: (field: string, before: Value, after: Value) => { before: string; after: string }
  languageOf: (field: string) => Language
}
type Stored = Record<string, unknown>
type Value = string | boolean | undefined

type View = 'changes' | 'whole'

type HistoryViewProps = { source: HistorySource; isRestoring: boolean; onRestore: (version: number) => void }

/** The versions of a record with date and author, and the diff of any two. */
export function HistoryView({ source, isRestoring, onRestore }: HistoryViewProps) {
  const { kind, id } = source
  const t = useText()
  const showFailure = useFailureToast()
  const client = useQueryClient()
  const { data: first } = useSuspenseQuery(revisionsQuery(kind, id))
  const [older, setOlder] = useState<RevisionSummary[]>([])
  const revisions = [...first, ...older]
  const oldest = revisions.at(-1)?.version ?? 0
  const loadOlder = useMutation({
    networkMode: 'always',
    mutationFn: () => client.fetchQuery(revisionsQuery(kind, id, oldest)),
    onSuccess: (page) => setOlder([...older, ...page]),
    onError: (error) => showFailure(error, t('editing.loadFailed')),
  })
  // Versions are numbered from 1; the oldest of a long history may have been deleted.
  const hasOlder = oldest > 1 && (loadOlder.data ?? first).length === revisionsAtOnce
  const newest = revisions[0]?.version ?? 0
  const [chosen, setChosen] = useState(newest)
  const [other, setOther] = useState(newest - 1)
  const [view, setView] = useState<View>('changes')
  const choose = (version: number) => {
    setChosen(version)
    setOther(version - 1)
  }
  if (newest === 0) return <EmptyState icon={<ClockIcon />} title={t('history.none')} />
  return (
    <div className="edit-history">
      <div className="edit-revisions">
        <ol aria-label={t('history.title')}>
          {revisions.map((revision) => (
            <li key={revision.version}>
              <RevisionButton
                revision={revision}
                isChosen={revision.version === chosen}
                onChoose={() => choose(revision.version)}
              />
            </li>
          ))}
        </ol>
        {hasOlder && (
          <Button isPending={loadOlder.isPending} onPress={() => loadOlder.mutate()}>
            {t('history.older')}
          </Button>
        )}
      </div>
      <section className="edit-comparison" aria-label={t('history.version', { version: chosen })}>
        <div className="edit-row">
          <h3 className="edit-choice-title">{t('history.version', { version: chosen })}</h3>
          <Segments
            label={t('history.view')}
            options={(['changes', 'whole'] as const).map((one) => ({ id: one, label: t(`history.view.${one}`) }))}
            selected={view}
            onSelect={setView}
          />
          <Button isPending={isRestoring} onPress={() => onRestore(chosen)}>
            {t('history.restore', { version: chosen })}
          </Button>
        </div>
        {view === 'whole' ? (
          <WholeVersion source={source} version={chosen} />
        ) : (
          <>
            <div className="edit-row">
              <OtherVersion versions={revisions} chosen={chosen} other={other} onChange={setOther} />
              {chosen !== newest && other !== newest && (
                <Button onPress={() => setOther(newest)}>{t('history.compareNewest')}</Button>
              )}
            </div>
            <Comparison source={source} before={Math.min(other, chosen)} after={Math.max(other, chosen)} />
          </>
        )}
      </section>
    </div>
  )
}

function RevisionButton({
  revision,
  isChosen,
  onChoose,
}: {
  revision: RevisionSummary
  isChosen: boolean
  onChoose: () => void
}) {
  const t = useText()
  const language = usePageLanguage()
  return (
    <button type="button" className="edit-revision" aria-pressed={isChosen} onClick={onChoose}>
      <span className="edit-revision-kind">
        <span className="edit-revision-number">{revision.version}</span> {kindOf(revision, t)}
      </span>
      <span className="edit-note">
        {t('history.by', {
          date: dateTime(revision.savedAt, language),
          name: revision.savedBy?.username ?? t('life.nobody'),
        })}
      </span>
    </button>
  )
}

type OtherVersionProps = {
  versions: RevisionSummary[]
  chosen: number
  other: number
  onChange: (version: number) => void
}

function OtherVersion({ versions, chosen, other, onChange }: OtherVersionProps) {
  const t = useText()
  const id = useId()
  const language = usePageLanguage()
  const others = versions.filter(({ version }) => version !== chosen)
  if (others.length === 0) return null
  return (
    <span className="edit-other">
      <label htmlFor={id} className="edit-note">
        {t('history.comparedWith')}
      </label>
      <select id={id} className="kit-input" value={other} onChange={(event) => onChange(Number(event.target.value))}>
        {!others.some(({ version }) => version === other) && (
          <option value={other}>{other === 0 ? t('history.nothing') : t('history.version', { version: other })}</option>
        )}
        {others.map((one) => (
          <option
            key={one.version}
            value={one.version}
          >{`${one.version} · ${kindOf(one, t)} · ${dateTime(one.savedAt, language)}`}</option>
        ))}
      </select>
    </span>
  )
}

type ComparisonProps = { source: HistorySource; before: number; after: number }

/** Version 0 is empty: the state before the first version. */
function Comparison({ source, before, after }: ComparisonProps) {
  const { kind, id, valuesOf, labelOf, shownOf, languageOf } = source
  const t = useText()
  const older = useQuery({ ...revisionQuery(kind, id, before), enabled: before > 0 })
  const newer = useQuery(revisionQuery(kind, id, after))
  const error = older.error ?? newer.error
  if (error) return <Alert variant="danger">{plainFailure(error, t('editing.loadFailed'), t)}</Alert>
  if (!newer.data || (before > 0 && !older.data)) return <Spinner label={t('editing.loading')} />

  const [from, to] = [valuesOf((before > 0 && older.data?.values) || {}), valuesOf(newer.data.values)]
  const fields = differences(from, to)
  if (fields.length === 0) return <p className="edit-note">{t('history.same')}</p>
  const versions = [newer.data.values, (before > 0 && older.data?.values) || {}]
  return fields.map((field) => (
    <div key={field} className="edit-change">
      <h4>{labelOf(field, versions)}</h4>
      <WordDiff {...shownOf(field, from[field], to[field])} lang={langOf(languageOf(field))} />
    </div>
  ))
}

/** All fields of a version that are not empty, to be read. */
function WholeVersion({ source, version }: { source: HistorySource; version: number }) {
  const { kind, id, valuesOf, labelOf, shownOf, languageOf } = source
  const t = useText()
  const { data, error } = useQuery(revisionQuery(kind, id, version))
  if (error) return <Alert variant="danger">{plainFailure(error, t('editing.loadFailed'), t)}</Alert>
  if (!data) return <Spinner label={t('editing.loading')} />
  const values = valuesOf(data.values)
  const fields = Object.keys(values).filter((field) => values[field] !== '' && values[field] !== false)
  if (fields.length === 0) return <p className="edit-note">{t('history.empty')}</p>
  return fields.map((field) => (
    <div key={field} className="edit-change">
      <h4>{labelOf(field, [data.values])}</h4>
      <p className="edit-diff" lang={langOf(languageOf(field))}>
        {shownOf(field, undefined, values[field]).after}
      </p>
    </div>
  ))
}

/** Untranslated fields count as English, and have no `lang`. */
const langOf = (language: Language) => (language === defaultLanguage ? undefined : language)
