import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { accountQuery, sessionsQuery } from '#auth/queries'
import { useWrite } from '#auth/forms/use-write'
import { authCheckQuery } from '#auth/sessions/session'
import { UserRegion } from '#auth/sessions/user-region'
import { Button } from '#ui/controls/buttons/button'
import { Alert } from '#ui/controls/states/alert'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Screen } from '#ui/controls/screen'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { useToast } from '#ui/toasts/toast'
import { Factors } from './factors/factors'
import { MissingEmail } from './missing-email'
import { NameForm } from './name-form'
import { PasswordForm } from './password-form'

/** One's own name, password and second factor, and where one is signed in. */
export function AccountScreen() {
  const t = useText()
  const [nameId, passwordId, factorsId, sessionsId] = [useId(), useId(), useId(), useId()]
  const { data: check } = useQuery(authCheckQuery())
  const loading = <TableSkeleton label={t('account.loading')} />
  // Nothing else opens before. The codes that the first one brings are shown while the rest appears.
  const isRequired = check?.needsSecondFactor === true
  return (
    <Screen title={t('adminNav.account')} intro={t('account.intro')}>
      {isRequired ? (
        <Alert variant="warning" title={t('factors.required')}>
          {t('factors.requiredText')}
        </Alert>
      ) : (
        <UserRegion loading={null} failed={() => null}>
          <MissingEmail />
        </UserRegion>
      )}
      {!isRequired && (
        <div className="account-sheets">
          <section className="account-sheet" aria-labelledby={nameId}>
            <h2 id={nameId}>{t('account.nameTitle')}</h2>
            <UserRegion loading={loading} failed={loadFailed('account.failed')}>
              <Name />
            </UserRegion>
          </section>
          <section className="account-sheet" aria-labelledby={passwordId}>
            <h2 id={passwordId}>{t('account.passwordTitle')}</h2>
            <PasswordForm />
          </section>
        </div>
      )}
      <section className="account-sheet" aria-labelledby={factorsId}>
        <h2 id={factorsId}>{t('factors.title')}</h2>
        <p className="kit-note">{t('factors.text')}</p>
        <UserRegion loading={loading} failed={loadFailed('account.failed')}>
          <Factors />
        </UserRegion>
      </section>
      {!isRequired && (
        <section className="account-sheet" aria-labelledby={sessionsId}>
          <h2 id={sessionsId}>{t('account.sessions')}</h2>
          <p className="kit-note">{t('account.sessionsText')}</p>
          <UserRegion loading={loading} failed={loadFailed('account.failed')}>
            <Sessions />
          </UserRegion>
        </section>
      )}
    </Screen>
  )
}

function Name() {
  const { data: account } = useSuspenseQuery(accountQuery())
  return <NameForm key={`${account.username} ${account.email}`} account={account} />
}

function Sessions() {
  const t = useText()
  const toast = useToast()
  const language = useAtomValue(languageAtom)
  const { data: sessions } = useSuspenseQuery(sessionsQuery())
  const { mutate, isPending } = useWrite({
    failed: t('account.endFailed'),
    stale: [sessionsQuery().queryKey],
    onDone: () => toast({ title: t('account.ended') }),
  })
  return (
    <>
      <ul className="account-sessions">
        {sessions.map(({ id, device, address, createdAt, lastUsedAt, current }) => (
          <li key={id} className="account-session">
            <div>
              <strong>{device || t('account.unknownDevice')}</strong>{' '}
              {current && <span className="kit-badge">{t('account.current')}</span>}
              <p className="kit-note">
                {t('account.used', { date: dateTime(lastUsedAt, language) })} ·{' '}
                {t('account.signedIn', { date: dateTime(createdAt, language) })}
                {address !== '' && ` · ${address}`}
              </p>
            </div>
            {!current && (
              <Button
                isDisabled={isPending}
                aria-label={t('account.endOne', { device: device || t('account.unknownDevice') })}
                onPress={() => mutate({ method: 'DELETE', path: `/api/sessions/${id}` })}
              >
                {t('account.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="kit-actions">
          <Button isPending={isPending} onPress={() => mutate({ method: 'DELETE', path: '/api/sessions' })}>
            {t('account.endOthers')}
          </Button>
        </div>
      )}
    </>
  )
}
