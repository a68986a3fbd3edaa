import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useAtomValue } from 'jotai'
import type { NewRecoveryCodes, Passkey } from '#auth/second-factor/contract'
import { secondFactorQuery } from '#auth/queries'
import { supportsPasskeys } from '#auth/forms/browser-passkeys'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { Button } from '#ui/controls/buttons/button'
import { KeyIcon, PhoneIcon, CopyIcon, DownloadIcon, FileIcon } from '#ui/controls/buttons/icons'
import { Alert } from '#ui/controls/states/states'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { TextField } from '#ui/controls/fields/text-field'
import { userAtom } from '#auth/sessions/session'
import { downloadText } from '#client/files'
import { siteAtom } from '#contract/site'
import { ModalDialog } from '#ui/controls/dialogs/dialogs'
import { WriteDialog } from '#auth/screens/account/confirmation'
import { PasskeyDialog, TotpDialog, staleFactors } from '#auth/screens/account/factor-dialogs'

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
        <AccountRow name={t('factors.totp')} note={t(totp ? 'factors.totpOn' : 'factors.totpOff')}>
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
        </AccountRow>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onDoing={open} />
        ))}
        <AccountRow
          name={t('factors.passkeys')}
          note={t(supportsPasskeys() ? 'factors.passkeysText' : 'factors.passkeysUnknown')}
        >
          {supportsPasskeys() && (
            <Button onPress={() => open({ what: 'add-passkey' })}>
              <KeyIcon />
              {t('factors.passkeyAdd')}
            </Button>
          )}
        </AccountRow>
        {hasFactor && (
          <AccountRow name={t('factors.codes')} note={t('factors.codesLeft', { count: recoveryCodesLeft })}>
            <Button onPress={() => open({ what: 'new-codes' })}>{t('factors.newCodes')}</Button>
          </AccountRow>
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

type AccountRowProps = { name: string; badge?: string | false; note: string; children?: ReactNode }

/** A factor, session or token of the person, and what can be done with it. */
export function AccountRow({ name, badge, note, children }: AccountRowProps) {
  return (
    <li className="account-session">
      <div>
        <strong>{name}</strong> {badge && <span className="kit-badge">{badge}</span>}
        <p className="kit-note">{note}</p>
      </div>
      {children}
    </li>
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
    <AccountRow
      name={name}
      badge={t('factors.passkey')}
      note={[
        t('factors.since', { date: dateTime(createdAt, language) }),
        lastUsedAt === null ? t('factors.unused') : t('factors.used', { date: dateTime(lastUsedAt, language) }),
      ].join(' · ')}
    >
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
    </AccountRow>
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
  const showCodes = (codes: string[]) => onDoing({ what: 'show-codes', codes })
  const removal = {
    text: t('factors.removeText'),
    confirmLabel: t('factors.remove'),
    isDanger: true,
    need: 'password',
    failed: t('factors.removeFailed'),
    done: t('factors.removed'),
    stale: staleFactors,
    onDone: onClose,
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
        <WriteDialog
          {...removal}
          title={t('factors.totpRemove')}
          request={{ method: 'DELETE', path: '/api/account/totp' }}
        />
      )
    case 'remove-passkey':
      return (
        <WriteDialog
          {...removal}
          title={t('factors.removeOne', { name: doing.passkey.name })}
          request={{ method: 'DELETE', path: `/api/account/passkeys/${doing.passkey.id}` }}
        />
      )
    case 'new-codes':
      return (
        <WriteDialog<NewRecoveryCodes>
          title={t('factors.newCodes')}
          text={t('factors.newCodesText')}
          confirmLabel={t('factors.makeCodes')}
          need="password"
          request={{ method: 'POST', path: '/api/account/recovery-codes' }}
          failed={t('factors.codesFailed')}
          stale={[secondFactorQuery().queryKey]}
          onDone={({ recoveryCodes }) => showCodes(recoveryCodes)}
          onClose={onClose}
        />
      )
  }
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useText()
  const [name, setName] = useState(passkey.name)
  return (
    <WriteDialog<Passkey>
      title={t('factors.renameTitle')}
      confirmLabel={t('account.save')}
      need="nothing"
      request={{ method: 'PUT', path: `/api/account/passkeys/${passkey.id}`, body: { name } }}
      failed={t('factors.renameFailed')}
      done={t('factors.renamed')}
      stale={[secondFactorQuery().queryKey]}
      onDone={onClose}
      onClose={onClose}
    >
      {(issues) => (
        <TextField
          label={t('factors.passkeyName')}
          isRequired
          maxLength={60}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for this field
          autoFocus
          value={name}
          onChange={setName}
          error={issues.name}
        />
      )}
    </WriteDialog>
  )
}

/** The new recovery codes, shown only once: to copy, download or print. */
function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useText()
  const user = useAtomValue(userAtom)
  const { name: site } = useAtomValue(siteAtom)
  const [isCopied, setIsCopied] = useState(false)
  const heading = t('factors.codesOf', { name: user?.username ?? '', site })
  const text = `${heading}\n${t('factors.codesOnce')}\n\n${codes.join('\n')}\n`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      // Without access to the clipboard the codes can still be selected.
      setIsCopied(false)
    }
  }
  return (
    <ModalDialog
      title={t('factors.codes')}
      isOpen
      onClose={onClose}
      closeLabel={t('people.close')}
      size="small"
      footer={
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog has come by itself, in place of a form
        <Button variant="primary" onPress={onClose} autoFocus>
          {t('factors.kept')}
        </Button>
      }
    >
      <div className="kit-stack">
        <Alert variant="info">{t('factors.codesText')}</Alert>
        <section className="recovery-sheet" aria-label={heading}>
          <p className="recovery-heading">{heading}</p>
          <ol className="recovery-codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
        </section>
        <div className="kit-actions recovery-actions">
          <Button onPress={() => void copy()}>
            <CopyIcon />
            {t('factors.copy')}
          </Button>
          <Button onPress={() => downloadText('recovery-codes.txt', 'text/plain;charset=utf-8', text)}>
            <DownloadIcon />
            {t('factors.download')}
          </Button>
          <Button onPress={() => print()}>
            <FileIcon />
            {t('factors.print')}
          </Button>
          <output>{isCopied ? t('people.copied') : ''}</output>
        </div>
      </div>
    </ModalDialog>
  )
}
