import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type NewPasskey, passkeyName, type ConfirmedTotp, type TotpSetup } from '#auth/second-factor/contract'
import { CodeField, type FieldErrors, useFieldErrors } from '#auth/forms/form'
import { createPasskey } from '#auth/forms/browser-passkeys'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { sentenceOf, authCheckQuery } from '#auth/sessions/session'
import { FormDialog } from '#auth/forms/form-dialog'
import { TextField } from '#ui/controls/fields/text-field'
import { Alert } from '#ui/controls/states/states'
import { send } from '#client/api-error'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { wrongPassword, CurrentPasswordField, WriteDialog } from '#auth/screens/account/confirmation'
import { peopleQuery, secondFactorQuery } from '#auth/queries'

/** The queries to invalidate when the user's own factors change, including whether one is required. */
export const staleFactors = [
  secondFactorQuery().queryKey,
  peopleQuery().queryKey,
  authCheckQuery().queryKey,
  ['/api/checklist'],
]

/** Registers a passkey of this device, or of one that the browser can reach. */
export function PasskeyDialog({ onCodes, onClose }: { onCodes: (codes: string[]) => void; onClose: () => void }) {
  const t = useText()
  const [name, setName] = useState('')
  const [currentPassword, setCurrentPassword] = useState('')
  const { mutate, isPending, error } = useCreation(({ recoveryCodes }) => {
    onClose()
    if (recoveryCodes) onCodes(recoveryCodes)
  })
  const [errors, setErrors] = useState<FieldErrors>({})
  const fieldErrors = useFieldErrors()
  const nameInput = useRef<HTMLElement>(null)
  const faults = issuesByField(fieldIssues(error))
  const passwordFault = faults.currentPassword ?? wrongPassword(error)
  const fault = useFaultText(error)
  const submit = () => {
    // Validate before creating the passkey, because the authenticator would keep it.
    const given = passkeyName.safeParse({ name })
    setErrors(given.success ? {} : fieldErrors(given.error.issues, { name: t('factors.passkeyName') }))
    if (given.success) mutate({ name: given.data.name, currentPassword })
    else nameInput.current?.focus()
  }
  return (
    <FormDialog
      title={t('factors.passkeyTitle')}
      confirmLabel={t('factors.next')}
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('factors.passkeyText')}</p>
      <TextField
        label={t('factors.passkeyName')}
        description={t('factors.passkeyNameHint')}
        isRequired
        maxLength={60}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of a dialog that was asked for
        autoFocus
        value={name}
        onChange={setName}
        error={errors.name ?? faults.name}
        ref={nameInput}
      />
      <CurrentPasswordField value={currentPassword} onChange={setCurrentPassword} error={passwordFault} />
      {fault !== undefined && passwordFault === undefined && <Alert variant="danger">{fault}</Alert>}
    </FormDialog>
  )
}

type NewPasskeyForm = { name: string; currentPassword: string }

/** Confirms the password, creates the passkey in the browser and stores it. */
function useCreation(onStored: (stored: NewPasskey) => void) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  return useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: async ({ name, currentPassword }: NewPasskeyForm) => {
      const options = await withSession(() =>
        send<object>('POST', '/api/account/passkeys/options', { body: { currentPassword } }),
      )
      const credential = await createPasskey(options)
      return withSession(() => send<NewPasskey>('POST', '/api/account/passkeys', { body: { name, credential } }))
    },
    onSuccess: (stored) => {
      toast({ title: t('factors.passkeyAdded') })
      onStored(stored)
    },
    onSettled: () => Promise.all(staleFactors.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/** The message of an error that belongs to no field. */
function useFaultText(error: Error | null): string | undefined {
  const t = useText()
  if (!error) return undefined
  if (error instanceof DOMException)
    return t(error.name === 'InvalidStateError' ? 'factors.passkeyThere' : 'factors.passkeyNotMade')
  const issues = fieldIssues(error)
  if (issues.some(({ path }) => path === 'name' || path === 'currentPassword')) return undefined
  return issues[0]?.message ?? sentenceOf(error, t('errors.network'))
}

type TotpDialogProps = { isActive: boolean; onCodes: (codes: string[]) => void; onClose: () => void }

/** Sets up an authenticator app: the password, the secret, and a code to confirm it. */
export function TotpDialog({ isActive, onCodes, onClose }: TotpDialogProps) {
  const t = useText()
  const [setup, setSetup] = useState<TotpSetup>()
  if (setup) return <Confirmation setup={setup} onCodes={onCodes} onClose={onClose} />
  return (
    <WriteDialog<TotpSetup>
      title={t('factors.totpTitle')}
      text={t(isActive ? 'factors.totpAgainText' : 'factors.totpText')}
      confirmLabel={t('factors.next')}
      need="password"
      request={{ method: 'POST', path: '/api/account/totp' }}
      failed={t('factors.addFailed')}
      onDone={setSetup}
      onClose={onClose}
    />
  )
}

function Confirmation({ setup, onCodes, onClose }: Omit<TotpDialogProps, 'isActive'> & { setup: TotpSetup }) {
  const t = useText()
  const [code, setCode] = useState('')
  return (
    <WriteDialog<ConfirmedTotp>
      title={t('factors.totpTitle')}
      text={t('factors.scan')}
      confirmLabel={t('factors.confirm')}
      need="nothing"
      request={{ method: 'POST', path: '/api/account/totp/confirm', body: { code } }}
      failed={t('factors.addFailed')}
      done={t('factors.totpAdded')}
      stale={staleFactors}
      onDone={({ recoveryCodes }) => {
        onClose()
        if (recoveryCodes) onCodes(recoveryCodes)
      }}
      onClose={onClose}
    >
      {(issues) => (
        <>
          <img
            className="totp-picture"
            src={`data:image/svg+xml,${encodeURIComponent(setup.qr)}`}
            alt={t('factors.qr')}
            width="208"
            height="208"
          />
          <p className="kit-note">
            {t('factors.byHand')} <code className="totp-secret">{setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
          <p>
            <a href={setup.uri}>{t('factors.openApp')}</a>
          </p>
          <CodeField
            kind="totp"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- what the app shows is typed here
            autoFocus
            value={code}
            onChange={setCode}
            error={issues.code}
          />
        </>
      )}
    </WriteDialog>
  )
}
