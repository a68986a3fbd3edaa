import { useSuspenseQuery, useMutation, useQueryClient, queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ListColumn, type ListDeclaration, ListRegion, ListTable } from '#auth/lists/admin-list'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { send } from '#client/api-error'
import { useIntentKey } from '#client/use-submission'
import { useFailureToast } from '#records/editor/saving/failure'
import { EmptyState } from '#ui/controls/states/states'
import { CheckCircleIcon, CheckIcon, TranslationIcon } from '#ui/controls/buttons/icons'
import { Screen } from '#ui/controls/screen'
import { focusedRow, rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { useText, type Translate } from '#i18n/i18n'
import { otherLanguages, type OtherLanguage } from '#i18n/language'
import { languageName } from '#i18n/language-names'
import { useLanguageNames } from '#i18n/use-language-names'
import { Link } from '#ui/link'
import { TranslationBadge } from '#records/screen/list/badges'
import { useToast } from '#ui/toasts/toast'
import type { MessageId } from '#i18n/messages'
import { contentKindOf, contentTitle, editorAddress } from '#features/kinds'
import { fieldLabel } from '#records/editor/fields/kind-text'
import type { DescribedKind } from '#records/kind/record'
import type { TranslationReport, Untranslated } from '#records/translation/translation-contract'

/** Missing and outdated translations of the whole site. */
const untranslatedQuery = () => queryOptions<Untranslated[]>({ queryKey: ['/api/translations'] })

type Left = {
  id: string
  language: OtherLanguage
  title: string
  kind: string
  editor: string
  /** Its path in the API. */
  address: string
  list: string
  updatedAt: string
  report: TranslationReport
  /** Its draft is translated, but not published. */
  isDrafted: boolean
  /** The labels of the fields in the editor. */
  missing: string
  outdated: string
  /** The outdated fields, which can be confirmed. */
  paths: string[]
}

/**
 * Records by their titles with their texts by language: of the draft if there is one, because that is what an editor
 * opens.
 */
function leftOf(rows: readonly Untranslated[], t: Translate): Left[] {
  return rows.flatMap((row) => otherLanguages.flatMap((language) => leftIn(row, language, t)))
}

function leftIn(row: Untranslated, language: OtherLanguage, t: Translate): Left[] {
  const { kind, id, title, updatedAt, draft } = row
  const isDrafted = draft?.[language].state === 'complete'
  const report = draft && !isDrafted ? draft[language] : row[language]
  if (report.state === 'complete') return []
  const described = contentKindOf(kind, id)
  const editor = editorAddress(kind, id)
  if (described === undefined || editor === undefined) return []
  const list = `/api${described.api}`
  const pathsThat = (state: string) =>
    Object.entries(report.fields).flatMap(([path, one]) => (one === state ? [path] : []))
  const outdated = pathsThat('outdated')
  return [
    {
      id: `${kind} ${id} ${language}`,
      language,
      title: contentTitle(t, kind, id, title),
      kind: t(`translation.kind.${kind}` as MessageId),
      editor,
      address: `${list}/${id}`,
      list,
      updatedAt: updatedAt ?? '',
      report,
      isDrafted,
      missing: listFields(pathsThat('missing'), described, t),
      outdated: listFields(outdated, described, t),
      paths: outdated,
    },
  ]
}

const mostNames = 6
const mostInBlocks = 3

/** The labels of fields. Texts in blocks come last: a few by their labels, many by their number. */
function listFields(paths: readonly string[], kind: DescribedKind, t: Translate): string {
  const blocks = Object.keys(kind.fields).find((name) => kind.fields[name]?.type === 'blocks') ?? ''
  const isInBlock = (path: string) => path.startsWith(`${blocks}.`)
  const [inBlocks, others] = [paths.filter(isInBlock), paths.filter((path) => !isInBlock(path))]
  const labelsOf = (some: string[]) => some.map((path) => fieldLabel(t, kind, path))
  const parts = others.length > 0 ? [listNames(labelsOf(others), t)] : []
  if (inBlocks.length > mostInBlocks) parts.push(t('translation.inBlocks', { count: inBlocks.length }))
  else if (inBlocks.length > 0) {
    const start = `${fieldLabel(t, kind, blocks)}: `
    parts.push(start + [...new Set(labelsOf(inBlocks).map((label) => label.slice(start.length)))].join(', '))
  }
  return parts.join(', ')
}

/** The first few names, each once, and the number of further fields: a page can have hundreds. */
function listNames(names: readonly string[], t: Translate): string {
  const shown = [...new Set(names)].slice(0, mostNames)
  const count = names.filter((name) => !shown.includes(name)).length
  const fields = shown.join(', ')
  return count === 0 ? fields : t('translation.andMore', { fields, count })
}

const views = ['all', 'outdated', 'partial', 'missing'] as const

/** Missing and outdated translations of the whole site. */
export function TranslationsScreen() {
  const t = useText()
  const { anyOther } = useLanguageNames()
  return (
    <Screen title={t('adminNav.translations')} intro={t('translation.intro', { languages: anyOther })}>
      <ListRegion loading="translation.loading" failed="translation.failed">
        <Translations />
      </ListRegion>
    </Screen>
  )
}

function Translations() {
  const t = useText()
  const { everyOther } = useLanguageNames()
  const { data: untranslated } = useSuspenseQuery(untranslatedQuery())
  const left = useMemo(() => leftOf(untranslated, t), [untranslated, t])
  const confirm = useConfirmTranslations()
  if (left.length === 0)
    return (
      <EmptyState
        icon={<CheckCircleIcon />}
        title={t('translation.allDone')}
        text={t('translation.allDoneText', { languages: everyOther })}
      />
    )
  const confirmOf = (row: Left) => ({
    id: 'confirm',
    label: t('translation.stillRightOf', { title: row.title }),
    text: t('translation.stillRight'),
    icon: <CheckIcon />,
    isPending: confirm.isPending && confirm.variables.id === row.id,
    onAction: () => {
      const place = focusedRow()
      confirm.mutate(row, { onSettled: () => rescueFocus(place) })
    },
  })
  return <ListTable {...translations} rows={left} actionsOf={(row) => (row.paths.length > 0 ? [confirmOf(row)] : [])} />
}

const urgency = { outdated: 0, partial: 1, missing: 2, complete: 3 }

const languageColumn: ListColumn<Left> = {
  id: 'language',
  label: 'editing.language',
  explainsItself: true,
  sort: ({ language: other }, { language }) => languageName(other, language),
}

const translations: ListDeclaration<Left> = {
  label: 'adminNav.translations',
  none: { icon: <TranslationIcon />, title: 'translation.none', text: 'translation.noneText' },
  search: { label: 'translation.search', textOf: ({ title, kind }) => `${title} ${kind}` },
  filters: [
    {
      name: 'state',
      label: 'life.shown',
      values: views,
      optionOf: (value, { t }) => t(`translation.view.${views.find((view) => view === value) ?? 'all'}`),
      matches: ({ report }, value) => value === 'all' || report.state === value,
    },
  ],
  initialSort: { column: 'state', direction: 'ascending' },
  columns: [
    {
      id: 'title',
      label: 'translation.title',
      isTitle: true,
      sort: ({ title }) => title,
      show: ({ title, editor }) => (
        <Link className="kit-open" href={editor}>
          {title}
        </Link>
      ),
    },
    // With a single other language the column is redundant.
    ...(otherLanguages.length > 1 ? [languageColumn] : []),
    { id: 'kind', label: 'translation.kind', explainsItself: true, sort: ({ kind }) => kind },
    {
      id: 'state',
      label: 'translation.filter',
      explainsItself: true,
      sort: ({ report }) => urgency[report.state],
      show: ({ report, isDrafted }, { t }) => (
        <>
          <TranslationBadge state={report.state} />
          {isDrafted && <p className="edit-note">{t('translation.inDraft')}</p>}
        </>
      ),
    },
    {
      id: 'fields',
      label: 'translation.fields',
      explainsItself: true,
      show: ({ outdated, missing }, { t }) => (
        <>
          {outdated !== '' && (
            <p className="translations-fields">{t('translation.outdatedFields', { fields: outdated })}</p>
          )}
          {missing !== '' && (
            <p className="translations-fields">{t('translation.missingFields', { fields: missing })}</p>
          )}
        </>
      ),
    },
  ],
  actionsLabel: 'resource.actions',
  nameOf: ({ title }) => title,
}

/** Marks all outdated translations of a record as current. */
function useConfirmTranslations() {
  const t = useText()
  const { nameOf } = useLanguageNames()
  const toast = useToast()
  const showFailure = useFailureToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  const { keyFor } = useIntentKey()
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ address, paths, language }: Left) => {
      const body = { fields: paths }
      return withSession(() =>
        send('POST', `${address}/translations/${language}/confirm`, {
          body,
          idempotencyKey: keyFor({ address, language, body }),
        }),
      )
    },
    onSuccess: (_, { title, language }) =>
      toast({
        title: t('translation.confirmed'),
        description: t('translation.confirmedText', { title, language: nameOf(language) }),
      }),
    onError: (error) => showFailure(error, t('translation.confirmFailed')),
    onSettled: (_, __, { list }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: untranslatedQuery().queryKey }),
        client.invalidateQueries({ queryKey: [list] }),
      ]),
  })
}
