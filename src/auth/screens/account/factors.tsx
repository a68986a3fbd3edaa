import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
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
import { useToast } from '#ui/toasts/toast'
import { FormFault } from '#auth/forms/form'
import { useWrite } from '#auth/forms/use-write'
import { FormDialog } from '#auth/forms/form-dialog'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { userAtom } from '#auth/sessions/session'
import { downloadText } from '#client/files'
import { siteAtom } from '#contract/site'
import { ModalDialog } from '#ui/controls/dialogs/dialogs'
import { PasswordDialog } from '#auth/screens/account/confirmation'
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

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useText()
  const [name, setName] = useState(passkey.name)
  const { mutate, isPending, error } = useWrite<Passkey>({
    failed: t('factors.renameFailed'),
    done: t('factors.renamed'),
    stale: [secondFactorQuery().queryKey],
    onDone: onClose,
  })
  const submit = () => mutate({ method: 'PUT', path: `/api/account/passkeys/${passkey.id}`, body: { name } })
  return (
    <FormDialog
      title={t('factors.renameTitle')}
      confirmLabel={t('account.save')}
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('factors.passkeyName')}
        isRequired
        maxLength={60}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for this field
        autoFocus
        value={name}
        onChange={setName}
        error={issuesByField(fieldIssues(error)).name}
      />
      <FormFault error={error} />
    </FormDialog>
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
