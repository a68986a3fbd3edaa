import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { NewRecoveryCodes, Passkey } from '#auth/second-factor/contract'
import { secondFactorQuery } from '#auth/second-factor/queries'
import { supportsPasskeys } from '#auth/forms/browser-passkeys'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { Button } from '#ui/controls/buttons/button'
import { KeyIcon, PhoneIcon } from '#ui/controls/buttons/icons'
import { Alert } from '#ui/controls/states/alert'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { useToast } from '#ui/toasts/toast'
import { PasswordDialog } from '../password-dialog'
import { PasskeyDialog } from './passkey-dialog'
import { RecoveryCodesDialog } from './recovery-codes'
import { RenameDialog } from './rename-dialog'
import { staleFactors } from './stale-factors'
import { TotpDialog } from './totp-dialog'

type Doing =
  | { what: 'add-totp' | 'add-passkey' | 'remove-totp' | 'new-codes' }
  | { what: 'remove-passkey' | 'rename'; passkey: Passkey }
  | { what: 'show-codes'; codes: string[] }

/** The second factors of the signed-in person. */
export function Factors() {
  const t = useText()
  const { data: factors } = useSuspenseQuery(secondFactorQuery())
  const [doing, setDoing] = useState<Doing>()
  const opener = useRef<Element>(null)
  const open = (next: Doing) => {
    opener.current = document.activeElement
    setDoing(next)
  }
  const close = () => {
    setDoing(undefined)
    giveBackFocus(opener.current)
  }
  const { totp, passkeys, recoveryCodesLeft } = factors
  const hasFactor = totp || passkeys.length > 0
  return (
    <>
      <ul className="account-sessions">
        <li className="account-session">
          <div>
            <strong>{t('factors.totp')}</strong>
            <p className="kit-note">{t(totp ? 'factors.totpOn' : 'factors.totpOff')}</p>
          </div>
          <div className="kit-actions">
            <Button onPress={() => open({ what: 'add-totp' })}>
              <PhoneIcon />
              {t(totp ? 'factors.totpAgain' : 'factors.totpAdd')}
            </Button>
            {totp && (
              <Button aria-label={t('factors.totpRemove')} onPress={() => open({ what: 'remove-totp' })}>
                {t('factors.remove')}
              </Button>
            )}
          </div>
        </li>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onDoing={open} />
        ))}
        <li className="account-session">
          <div>
            <strong>{t('factors.passkeys')}</strong>
            <p className="kit-note">{t(supportsPasskeys() ? 'factors.passkeysText' : 'factors.passkeysUnknown')}</p>
          </div>
          {supportsPasskeys() && (
            <Button onPress={() => open({ what: 'add-passkey' })}>
              <KeyIcon />
              {t('factors.passkeyAdd')}
            </Button>
          )}
        </li>
        {hasFactor && (
          <li className="account-session">
            <div>
              <strong>{t('factors.codes')}</strong>
              <p className="kit-note">{t('factors.codesLeft', { count: recoveryCodesLeft })}</p>
            </div>
            <Button onPress={() => open({ what: 'new-codes' })}>{t('factors.newCodes')}</Button>
          </li>
        )}
      </ul>
      {hasFactor && recoveryCodesLeft < 3 && (
        <Alert variant="info" title={t('factors.fewCodes')}>
          {t('factors.fewCodesText')}
        </Alert>
      )}
      {doing && <FactorDialog doing={doing} isActive={totp} onDoing={setDoing} onClose={close} />}
    </>
  )
}

/** Dialogs may open one another, and the button that opened the first may be gone. */
function giveBackFocus(opener: Element | null): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    else rescueFocus()
  }, 100)
}

function PasskeyRow({ passkey, onDoing }: { passkey: Passkey; onDoing: (doing: Doing) => void }) {
  const t = useText()
  const language = usePageLanguage()
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className="account-session">
      <div className="factor-name">
        <strong>{name}</strong> <span className="kit-badge">{t('factors.passkey')}</span>
        <p className="kit-note">
          {t('factors.since', { date: dateTime(createdAt, language) })} ·{' '}
          {lastUsedAt === null ? t('factors.unused') : t('factors.used', { date: dateTime(lastUsedAt, language) })}
        </p>
      </div>
      <div className="kit-actions">
        <Button aria-label={t('factors.renameOne', { name })} onPress={() => onDoing({ what: 'rename', passkey })}>
          {t('factors.rename')}
        </Button>
        <Button
          aria-label={t('factors.removeOne', { name })}
          onPress={() => onDoing({ what: 'remove-passkey', passkey })}
        >
          {t('factors.remove')}
        </Button>
      </div>
    </li>
  )
}

type FactorDialogProps = {
  doing: Doing
  isActive: boolean
  onDoing: (doing: Doing) => void
  onClose: () => void
}

function FactorDialog({ doing, isActive, onDoing, onClose }: FactorDialogProps) {
  const t = useText()
  const toast = useToast()
  const showCodes = (codes: string[]) => onDoing({ what: 'show-codes', codes })
  const removed = () => {
    toast({ title: t('factors.removed') })
    onClose()
  }
  const removal = {
    confirmLabel: t('factors.remove'),
    isDanger: true,
    method: 'DELETE',
    failed: t('factors.removeFailed'),
    stale: staleFactors,
    onDone: removed,
    onClose,
  } as const
  switch (doing.what) {
    case 'add-totp':
      return <TotpDialog isActive={isActive} onCodes={showCodes} onClose={onClose} />
    case 'add-passkey':
      return <PasskeyDialog onCodes={showCodes} onClose={onClose} />
    case 'rename':
      return <RenameDialog passkey={doing.passkey} onClose={onClose} />
    case 'show-codes':
      return <RecoveryCodesDialog codes={doing.codes} onClose={onClose} />
    case 'remove-totp':
      return (
        <PasswordDialog
          {...removal}
          title={t('factors.totpRemove')}
          text={t('factors.removeText')}
          path="/api/account/totp"
        />
      )
    case 'remove-passkey':
      return (
        <PasswordDialog
          {...removal}
          title={t('factors.removeOne', { name: doing.passkey.name })}
          text={t('factors.removeText')}
          path={`/api/account/passkeys/${doing.passkey.id}`}
        />
      )
    case 'new-codes':
      return (
        <PasswordDialog<NewRecoveryCodes>
          title={t('factors.newCodes')}
          text={t('factors.newCodesText')}
          confirmLabel={t('factors.makeCodes')}
          method="POST"
          path="/api/account/recovery-codes"
          failed={t('factors.codesFailed')}
          stale={[secondFactorQuery().queryKey]}
          onDone={({ recoveryCodes }) => showCodes(recoveryCodes)}
          onClose={onClose}
        />
      )
  }
}
