import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'

/** The empty state of a search, with a button that clears it. Always mounted, because it is a live region. */
export function NothingFound({ words, onClear }: { words: string | undefined; onClear: () => void }) {
  const t = useText()
  return (
    <div className="kit-nothing-found">
      <output>{words !== undefined && t('table.nothingFound', { words: words.trim() })}</output>
      {words !== undefined && <Button onPress={onClear}>{t('table.clearSearch')}</Button>}
    </div>
  )
}
