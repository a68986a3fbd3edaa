import { useText } from '#i18n/i18n'
import type { Erased } from '#features/privacy/contract'
import { parts } from './person-export'

/** The number of records of each kind, without zeros. */
export function Counts({ counts }: { counts: Erased }) {
  const t = useText()
  return (
    <ul className="privacy-counts">
      {parts
        .filter((part) => counts[part] > 0)
        .map((part) => (
          <li key={part}>{t(`privacy.count.${part}`, { count: counts[part] })}</li>
        ))}
    </ul>
  )
}
