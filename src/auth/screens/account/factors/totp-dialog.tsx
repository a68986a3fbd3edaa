import { useState } from 'react'
import type { ConfirmedTotp, TotpSetup } from '#auth/second-factor/contract'
import { FormFault } from '#auth/forms/form-fault'
import { useWrite } from '#auth/forms/use-write'
import { FormDialog } from '#auth/forms/form-dialog'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { PasswordDialog } from '../password-dialog'
import { staleFactors } from './stale-factors'

type TotpDialogProps = { isActive: boolean; onCodes: (codes: string[]) => void; onClose: () => void }

/** Sets up an authenticator app: the password, the secret, and a code to confirm it. */
export function TotpDialog({ isActive, onCodes, onClose }: TotpDialogProps) {
  const t = useText()
  const [setup, setSetup] = useState<TotpSetup>()
  if (setup) return <Confirmation setup={setup} onCodes={onCodes} onClose={onClose} />
  return (
    <PasswordDialog<TotpSetup>
      title={t('factors.totpTitle')}
      text={t(isActive ? 'factors.totpAgainText' : 'factors.totpText')}
      confirmLabel={t('factors.next')}
      method="POST"
      path="/api/account/totp"
      failed={t('factors.addFailed')}
      onDone={setSetup}
      onClose={onClose}
    />
  )
}

function Confirmation({ setup, onCodes, onClose }: Omit<TotpDialogProps, 'isActive'> & { setup: TotpSetup }) {
  const t = useText()
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useWrite<ConfirmedTotp>({
    failed: t('factors.addFailed'),
    done: t('factors.totpAdded'),
    stale: staleFactors,
    onDone: ({ recoveryCodes }) => {
      onClose()
      if (recoveryCodes) onCodes(recoveryCodes)
    },
  })
  const submit = () => mutate({ method: 'POST', path: '/api/account/totp/confirm', body: { code } })
  return (
    <FormDialog
      title={t('factors.totpTitle')}
      confirmLabel={t('factors.confirm')}
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('factors.scan')}</p>
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
      <TextField
        label={t('login.totp')}
        description={t('login.totpHint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        isRequired
        isCode
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- what the app shows is typed here
        autoFocus
        value={code}
        onChange={setCode}
        error={issuesByField(fieldIssues(error)).code}
      />
      <FormFault error={error} />
    </FormDialog>
  )
}
