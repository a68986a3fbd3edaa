import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import type { Other } from './contract'

/** The other people who have the same record open; hidden if there are none. */
export function PresenceLine({ others }: { others: readonly Other[] }) {
  const t = useText()
  const language = usePageLanguage()
  const names = [...new Set(others.filter(({ isYou }) => !isYou).map(({ user }) => user.username))]
  const isElsewhere = others.some(({ isYou }) => isYou)
  const sentences = [
    ...(names.length > 0
      ? [t('presence.others', { count: names.length, names: new Intl.ListFormat(language).format(names) })]
      : []),
    ...(isElsewhere ? [t('presence.you')] : []),
  ]
  return (
    <div className="presence">
      {names.map((name) => (
        <span key={name} className="presence-face" aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
      ))}
      <output title={sentences.join(' ')}>{sentences.join(' ')}</output>
    </div>
  )
}
