import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { Button } from '#ui/controls/buttons/button'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { EmptyState } from '#ui/controls/states/empty-state'
import { CheckCircleIcon } from '#ui/controls/buttons/icons'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Screen } from '#ui/controls/screen'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { rescueFocus } from '#editing/focus'
import { Segments } from '#editing/segments'
import { useText } from '#i18n/i18n'
import { otherLanguages } from '#i18n/language'
import { useLanguageNames } from '#i18n/use-language-names'
import { Link } from '#ui/link'
import { TranslationBadge } from '#records/screen/list/translation-badge'
import { type Left, leftOf, untranslatedQuery } from './left'
import { useStillRight } from './use-still-right'

const views = ['all', 'outdated', 'partial', 'missing'] as const
type View = (typeof views)[number]

/** What is left to translate of the whole site. */
export function TranslationsScreen() {
  const t = useText()
  const { anyOther } = useLanguageNames()
  return (
    <Screen title={t('adminNav.translations')} intro={t('translation.intro', { languages: anyOther })}>
      <UserRegion
        loading={<TableSkeleton label={t('translation.loading')} />}
        failed={loadFailed('translation.failed')}
      >
        <Translations />
      </UserRegion>
    </Screen>
  )
}

function Translations() {
  const t = useText()
  const { everyOther } = useLanguageNames()
  const [view, setView] = useState<View>('all')
  const { data: untranslated } = useSuspenseQuery(untranslatedQuery())
  const left = useMemo(() => leftOf(untranslated, t), [untranslated, t])
  const columns = useColumns()
  const rows = view === 'all' ? left : left.filter(({ told }) => told.state === view)
  if (left.length === 0)
    return (
      <EmptyState
        icon={<CheckCircleIcon />}
        title={t('translation.allDone')}
        text={t('translation.allDoneText', { languages: everyOther })}
      />
    )
  return (
    <>
      <div className="edit-views">
        <Segments
          label={t('life.shown')}
          selected={view}
          onSelect={setView}
          options={views.map((id) => ({ id, label: t(`translation.view.${id}`) }))}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState title={t('translation.none')} text={t('translation.noneText')} />
      ) : (
        <DataTable
          label={t('adminNav.translations')}
          columns={columns}
          rows={rows}
          filterText={({ title, kind }) => `${title} ${kind}`}
          filterLabel={t('translation.search')}
          matches={(count) => t('table.matches', { count })}
          initialSort={{ column: 'state', direction: 'ascending' }}
        />
      )}
    </>
  )
}

const urgency = { outdated: 0, partial: 1, missing: 2, complete: 3 }

function useColumns(): Column<Left>[] {
  const t = useText()
  const confirm = useStillRight()
  const { labelOf } = useLanguageNames()
  const languageColumn: Column<Left> = {
    id: 'language',
    label: t('editing.language'),
    sortValue: ({ language }) => labelOf(language),
    render: ({ language }) => labelOf(language),
  }
  return [
    {
      id: 'title',
      label: t('translation.title'),
      isRowHeader: true,
      sortValue: ({ title }) => title,
      render: ({ title, editor }) => (
        <Link className="kit-open" href={editor}>
          {title}
        </Link>
      ),
    },
    // With one language to translate into there is nothing to tell.
    ...(otherLanguages.length > 1 ? [languageColumn] : []),
    { id: 'kind', label: t('translation.kind'), sortValue: ({ kind }) => kind, render: ({ kind }) => kind },
    {
      id: 'state',
      label: t('translation.filter'),
      sortValue: ({ told }) => urgency[told.state],
      render: ({ told, isDrafted }) => (
        <>
          <TranslationBadge state={told.state} />
          {isDrafted && <p className="edit-note">{t('translation.inDraft')}</p>}
        </>
      ),
    },
    {
      id: 'fields',
      label: t('translation.fields'),
      render: ({ outdated, missing }) => (
        <>
          {outdated.length > 0 && (
            <p className="translations-fields">
              {t('translation.outdatedFields', { fields: outdated.map(({ name }) => name).join(', ') })}
            </p>
          )}
          {missing.length > 0 && (
            <p className="translations-fields">{t('translation.missingFields', { fields: missing.join(', ') })}</p>
          )}
        </>
      ),
    },
    {
      id: 'actions',
      label: t('resource.actions'),
      align: 'end',
      render: (row) =>
        row.outdated.length > 0 && (
          <Button
            isPending={confirm.isPending && confirm.variables.id === row.id}
            aria-label={t('translation.stillRightOf', { title: row.title })}
            onPress={() => confirm.mutate(row, { onSettled: () => rescueFocus() })}
          >
            {t('translation.stillRight')}
          </Button>
        ),
    },
  ]
}
