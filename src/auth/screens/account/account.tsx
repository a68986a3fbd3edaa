import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useAtomValue } from 'jotai'
import type { Account } from '#auth/contract'
import { accountQuery, sessionsQuery, peopleQuery, invitationsQuery, tokensQuery } from '#auth/queries'
import { useWrite } from '#auth/forms/use-write'
import { authCheckQuery, userAtom, useRememberUser } from '#auth/sessions/session'
import { UserRegion } from '#auth/sessions/user-region'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { Button } from '#ui/controls/buttons/button'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { TextField } from '#ui/controls/fields/text-field'
import { Alert, loadFailed, TableSkeleton } from '#ui/controls/states/states'
import { Screen } from '#ui/controls/screen'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { useToast } from '#ui/toasts/toast'
import { wrongPassword, CurrentPasswordField } from './confirmation'
import { NewPasswordField, SaveForm } from '#auth/forms/form'
import { AccountRow, Factors } from './factors'
import { MissingEmail } from './missing-email'

/** The signed-in person's name, password, second factors and sessions. */
export function AccountScreen() {
  const t = useText()
  const { data: check } = useQuery(authCheckQuery())
  // Until a required factor is added, only this part is shown. The recovery codes of the first one stay visible while
  // the rest appears.
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
          <Sheet title={t('account.nameTitle')}>
            <Name />
          </Sheet>
          <Sheet title={t('account.passwordTitle')}>
            <PasswordForm />
            <OwnTokens />
          </Sheet>
        </div>
      )}
      <Sheet title={t('factors.title')} text={t('factors.text')}>
        <Factors />
      </Sheet>
      {!isRequired && (
        <Sheet title={t('account.sessions')} text={t('account.sessionsText')}>
          <Sessions />
        </Sheet>
      )}
    </Screen>
  )
}

function Sheet({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const t = useText()
  const id = useId()
  return (
    <section className="account-sheet" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text !== undefined && <p className="kit-note">{text}</p>}
      <UserRegion loading={<TableSkeleton label={t('account.loading')} />} failed={loadFailed('account.failed')}>
        {children}
      </UserRegion>
    </section>
  )
}

function Sessions() {
  const t = useText()
  const language = usePageLanguage()
  const { data: sessions } = useSuspenseQuery(sessionsQuery())
  const { mutate, isPending } = useWrite({
    failed: t('account.endFailed'),
    done: t('account.ended'),
    stale: [sessionsQuery().queryKey],
  })
  const end = (path: string) => {
    mutate({ method: 'DELETE', path })
    // The pressed button disappears with the session.
    rescueFocus()
  }
  return (
    <>
      <ul className="account-sessions">
        {sessions.map(({ id, device, address, createdAt, lastUsedAt, current }) => (
          <AccountRow
            key={id}
            name={device || t('account.unknownDevice')}
            badge={current && t('account.current')}
            note={[
              t('account.used', { date: dateTime(lastUsedAt, language) }),
              t('account.signedIn', { date: dateTime(createdAt, language) }),
              ...(address === '' ? [] : [address]),
            ].join(' · ')}
          >
            {!current && (
              <Button
                isPending={isPending}
                aria-label={t('account.endOne', { device: device || t('account.unknownDevice') })}
                onPress={() => end(`/api/sessions/${id}`)}
              >
                {t('account.end')}
              </Button>
            )}
          </AccountRow>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="kit-actions">
          <Button isPending={isPending} onPress={() => end('/api/sessions')}>
            {t('account.endOthers')}
          </Button>
        </div>
      )}
    </>
  )
}

/** The username, and the e-mail address for password reset links. */
function Name() {
  const t = useText()
  const remember = useRememberUser()
  const client = useQueryClient()
  const { data: account } = useSuspenseQuery(accountQuery())
  const [typed, setTyped] = useState<{ username?: string; email?: string }>({})
  const { username, email } = { username: account.username, email: account.email ?? '', ...typed }
  const [currentPassword, setCurrentPassword] = useState('')
  const { mutate, isPending, error } = useWrite<Account>({
    failed: t('account.changeFailed'),
    done: t('account.changed'),
    stale: [accountQuery().queryKey, peopleQuery().queryKey],
    onDone: (changed) => {
      client.setQueryData(accountQuery().queryKey, changed)
      remember({ id: changed.id, username: changed.username })
      setTyped({})
      setCurrentPassword('')
    },
  })
  const faults = issuesByField(fieldIssues(error))
  const save = () => mutate({ method: 'PUT', path: '/api/account', body: { currentPassword, username, email } })
  return (
    <SaveForm
      error={error}
      isPending={isPending}
      label={t(isPending ? 'account.saving' : 'account.save')}
      onSave={save}
    >
      <TextField
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck="false"
        isRequired
        value={username}
        onChange={(text) => setTyped({ ...typed, username: text })}
        error={faults.username}
      />
      <TextField
        label={t('account.email')}
        description={t('account.emailHint')}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(text) => setTyped({ ...typed, email: text })}
        error={faults.email}
      />
      <CurrentPasswordField
        description={t('account.currentPasswordHint')}
        value={currentPassword}
        onChange={setCurrentPassword}
        error={faults.currentPassword ?? wrongPassword(error)}
      />
    </SaveForm>
  )
}

/** Changes the password, which ends all other sessions of the person. */
function PasswordForm() {
  const t = useText()
  const toast = useToast()
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const { mutate, isPending, error } = useWrite<Account>({
    failed: t('account.changeFailed'),
    stale: [sessionsQuery().queryKey, invitationsQuery().queryKey, tokensQuery().queryKey],
    onDone: () => {
      setCurrentPassword('')
      setNewPassword('')
      toast({ title: t('account.passwordChanged'), description: t('account.passwordChangedText') })
    },
  })
  const faults = issuesByField(fieldIssues(error))
  const save = () => mutate({ method: 'PUT', path: '/api/account', body: { currentPassword, newPassword } })
  return (
    <SaveForm
      error={error}
      isPending={isPending}
      label={t(isPending ? 'account.saving' : 'account.changePassword')}
      onSave={save}
    >
      <CurrentPasswordField
        value={currentPassword}
        onChange={setCurrentPassword}
        error={faults.currentPassword ?? wrongPassword(error)}
      />
      <NewPasswordField value={newPassword} onChange={setNewPassword} error={faults.newPassword} />
    </SaveForm>
  )
}

/** The tokens that the person has made, which a new password leaves in force; nothing without any. */
function OwnTokens() {
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
          <AccountRow
            key={id}
            name={name}
            note={
              lastUsedAt === null
                ? t('account.tokenUnused')
                : t('account.used', { date: dateTime(lastUsedAt, language) })
            }
          />
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
