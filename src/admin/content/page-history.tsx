import { useText } from '#i18n/i18n'
import type { PageName } from '#features/pages/contract'
import { pathOf } from '#features/pages/editor/page-merging'
import { pageKind, textsIn } from '#features/pages/editor/page-values'
import { fieldOf } from '#features/pages/page-fields'
import { usePageFieldLabel } from '#features/pages/editor/use-page-field-label'
import { HistoryView } from '#records/screen/history/history-view'
import { shownText } from '#records/editor/languages/shown-value'

type PageHistoryProps = { page: PageName; isRestoring: boolean; onRestore: (version: number) => void }

/** The history of a page, text by text. */
export function PageHistory({ page, ...restoring }: PageHistoryProps) {
  const t = useText()
  const labelOf = usePageFieldLabel(page)
  return (
    <HistoryView
      {...restoring}
      source={{
        kind: pageKind,
        id: page,
        labelOf: (field) => (field === 'text' ? t('page.json') : labelOf(pathOf(field))),
        valuesOf: ({ content }) => textsIn(typeof content === 'string' ? content : '{}'),
        shownOf: (field, before, after) =>
          shownText(
            field !== 'text' && fieldOf(page, pathOf(field))?.type === 'html',
            String(before ?? ''),
            String(after ?? ''),
          ),
        isSpanish: (field) => field.startsWith('["translations","es"'),
      }}
    />
  )
}
