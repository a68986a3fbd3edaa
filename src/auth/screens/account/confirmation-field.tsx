import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { Alert } from '#ui/controls/states/alert'
import { CurrentPasswordField } from './current-password-field'
import type { Confirmation } from './use-confirmation'

type ConfirmationFieldProps = Confirmation['field'] & { autoFocus?: boolean }

/** Asks for the current password, or for a factor that the person chooses instead, unless the session is confirmed. */
export function ConfirmationField({ isNeeded, means, others, onChoose, ...props }: ConfirmationFieldProps) {
  if (!isNeeded) return null
  return (
    <>
      <Proof means={means} {...props} />
      {others.length > 0 && <OtherMeans others={others} onChoose={onChoose} />}
    </>
  )
}

type ProofProps = Omit<ConfirmationFieldProps, 'isNeeded' | 'others' | 'onChoose'>

function Proof({ means, isChosen, typed, onType, fault, autoFocus }: ProofProps) {
  const t = useText()
  if (means === 'passkey')
    return (
      <div className="kit-stack" aria-live="polite">
        <p className="kit-note">{t('account.passkeyNext')}</p>
        {fault !== undefined && <Alert variant="danger">{fault}</Alert>}
      </div>
    )
  const field = { value: typed, onChange: onType, error: fault }
  return means === 'totp' ? (
    <TextField
      {...field}
      label={t('login.totp')}
      description={t('login.totpHint')}
      autoComplete="one-time-code"
      inputMode="numeric"
      isCode
      isRequired
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was chosen by a button
      autoFocus
    />
  ) : (
    <CurrentPasswordField
      {...field}
      description={t('account.currentPasswordHint')}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where it was chosen, or the dialog is there for it
      autoFocus={isChosen || autoFocus}
    />
  )
}

function OtherMeans({ others, onChoose }: Pick<ConfirmationFieldProps, 'others' | 'onChoose'>) {
  const t = useText()
  return (
    <div className="kit-actions">
      {others.map((means, place) => (
        // The chosen one becomes the way back in its place, and keeps the focus where no field takes it.
        <Button key={place} onPress={() => onChoose(means)}>
          {t(`login.instead.${means}`)}
        </Button>
      ))}
    </div>
  )
}
