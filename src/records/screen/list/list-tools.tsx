import { Segments } from '#editing/segments'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { CheckIcon, SortIcon } from '#ui/controls/buttons/icons'
import { type View, views } from './record-table'
import { type ShownTranslation, TranslationFilter } from './translation-filter'
import type { useSelectedRows } from './use-selected-rows'

type ListToolsProps = {
  view: View
  onView: (view: View) => void
  translationShown: ShownTranslation
  onTranslation: (shown: ShownTranslation) => void
  selecting: ReturnType<typeof useSelectedRows>
  mayArrange: boolean
  isArranging: boolean
  onArrange: (isArranging: boolean) => void
  /** Receives the container of the search box. */
  searchIn: (element: HTMLElement | null) => void
}

/** The filters of a list, and the buttons to select and sort its rows. */
export function ListTools({ view, translationShown, selecting, mayArrange, isArranging, ...props }: ListToolsProps) {
  const { onView, onTranslation, onArrange, searchIn } = props
  const t = useText()
  return (
    <div className="edit-views">
      <div className="edit-search" ref={searchIn} />
      <Segments
        label={t('life.shown')}
        selected={view}
        onSelect={onView}
        options={views.map((id) => ({ id, label: t(`life.view.${id}`) }))}
      />
      <TranslationFilter selected={translationShown} onSelect={onTranslation} />
      <Button variant="quiet" aria-pressed={selecting.isOn} onPress={selecting.toggle}>
        {t(selecting.isOn ? 'bulk.done' : 'bulk.start')}
      </Button>
      {mayArrange && (
        <Button variant="quiet" onPress={() => onArrange(!isArranging)}>
          {isArranging ? <CheckIcon /> : <SortIcon />}
          {t(isArranging ? 'arrange.done' : 'arrange.start')}
        </Button>
      )}
    </div>
  )
}
