import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'

/** Says that a search has found nothing, with a button that ends it. Always there, so that screen readers hear it. */
export function NothingFound({ words, onClear }: { words: string | undefined; onClear: () => void }) {
  const t = useText()
  return (
    <div className="kit-nothing-found">
      <output>{words !== undefined && t('table.nothingFound', { words: words.trim() })}</output>
      {words !== undefined && <Button onPress={onClear}>{t('table.clearSearch')}</Button>}
    </div>
  )
}
