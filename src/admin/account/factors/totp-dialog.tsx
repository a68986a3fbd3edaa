import { type FormEvent, useId, useState } from 'react'
import type { ConfirmedTotp, TotpSetup } from '#auth/second-factor/contract'
import { FormFault } from '#auth/forms/form-fault'
import { useWrite } from '#auth/forms/use-write'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { TextField } from '#ui/controls/fields/text-field'
import { useFaultFocus } from '#editing/focus'
import { issuesByField, toldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { PasswordDialog } from '../password-dialog'
import { staleFactors } from './stale-factors'

type TotpDialogProps = { isActive: boolean; onCodes: (codes: string[]) => void; onClose: () => void }

/** Sets up an app for codes: the password, the secret, and a code that shows that the app has it. */
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
  const toast = useToast()
  const id = useId()
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useWrite<ConfirmedTotp>({
    failed: t('factors.addFailed'),
    stale: staleFactors,
    onDone: ({ recoveryCodes }) => {
      toast({ title: t('factors.totpAdded') })
      onClose()
      if (recoveryCodes) onCodes(recoveryCodes)
    },
  })
  const form = useFaultFocus(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ method: 'POST', path: '/api/account/totp/confirm', body: { code } })
  }
  return (
    <ModalDialog
      title={t('factors.totpTitle')}
      isOpen
      onClose={onClose}
      closeLabel={t('people.close')}
      size="small"
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {t('people.cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" isPending={isPending}>
            {t('factors.confirm')}
          </Button>
        </>
      }
    >
      <form id={id} className="kit-form" noValidate onSubmit={submit} ref={form}>
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
          error={issuesByField(toldIssues(error)).code}
        />
        <FormFault error={error} />
      </form>
    </ModalDialog>
  )
}
