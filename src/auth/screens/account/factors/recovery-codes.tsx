import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { userAtom } from '#auth/sessions/session'
import { downloadText } from '#client/download'
import { siteAtom } from '#contract/site'
import { Button } from '#ui/controls/buttons/button'
import { CopyIcon, DownloadIcon, FileIcon } from '#ui/controls/buttons/icons'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { Alert } from '#ui/controls/states/alert'
import { useText } from '#i18n/i18n'

/** The new recovery codes, shown only once: to copy, download or print. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
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
