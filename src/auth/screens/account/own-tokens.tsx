import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { useWrite } from '#auth/forms/use-write'
import { userAtom } from '#auth/sessions/session'
import { tokensQuery } from '#auth/tokens/queries'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { Button } from '#ui/controls/buttons/button'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'

/** The tokens that the person has made, which a new password leaves in force; nothing without any. */
export function OwnTokens() {
  const t = useText()
  const title = useId()
  const language = usePageLanguage()
  const user = useAtomValue(userAtom)
  const { data: tokens = [] } = useQuery(tokensQuery())
  const { mutate, isPending } = useWrite({
    failed: t('account.revokeFailed'),
    done: t('account.revoked'),
    stale: [tokensQuery().queryKey],
    onDone: rescueFocus,
  })
  const own = tokens.filter(({ createdBy }) => createdBy.id === user?.id)
  if (own.length === 0) return null
  return (
    <section className="account-tokens" aria-labelledby={title}>
      <h3 id={title}>{t('account.tokens')}</h3>
      <p className="kit-note">{t('account.tokensText')}</p>
      <ul className="account-sessions">
        {own.map(({ id, name, lastUsedAt }) => (
          <li key={id} className="account-session">
            <div>
              <strong>{name}</strong>
              <p className="kit-note">
                {lastUsedAt === null
                  ? t('account.tokenUnused')
                  : t('account.used', { date: dateTime(lastUsedAt, language) })}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <div className="kit-actions">
        <Button isPending={isPending} onPress={() => mutate({ method: 'DELETE', path: '/api/tokens' })}>
          {t('account.revokeAll')}
        </Button>
      </div>
    </section>
  )
}
