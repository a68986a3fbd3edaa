import { useId, useState } from 'react'
import type { NewApiToken } from '#auth/tokens/contract'
import { tokensQuery } from '#auth/tokens/queries'
import { useWrite } from '#auth/forms/use-write'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { CopyField } from '#ui/controls/fields/copy-field'
import { Alert } from '#ui/controls/states/alert'
import { NewTokenForm } from './new-token-form'
import { TokenExample } from './token-example'

/** Makes a token; it is shown here once, and nowhere again. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const form = useId()
  const [made, setMade] = useState<NewApiToken>()
  const { mutate, isPending, error } = useWrite<NewApiToken>({
    failed: t('tokens.makeFailed'),
    stale: [tokensQuery().queryKey],
    onDone: setMade,
  })
  return (
    <ModalDialog
      title={made?.name ?? t('tokens.new')}
      isOpen
      onClose={onClose}
      closeLabel={t('tokens.close')}
      size="small"
      footer={
        made ? (
          <Button variant="primary" onPress={onClose}>
            {t('tokens.done')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose} isDisabled={isPending}>
              {t('tokens.cancel')}
            </Button>
            <Button type="submit" form={form} variant="primary" isPending={isPending}>
              {t(isPending ? 'tokens.making' : 'tokens.make')}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <div className="kit-stack">
          <Alert variant="warning">{t('tokens.once')}</Alert>
          <CopyField
            label={t('tokens.token')}
            value={made.token}
            copied={t('tokens.copied')}
            copy={t('tokens.copy')}
            takesFocus
          />
          <TokenExample token={made.token} />
        </div>
      ) : (
        <NewTokenForm
          id={form}
          error={error}
          onSubmit={(body) => mutate({ method: 'POST', path: '/api/tokens', body })}
        />
      )}
    </ModalDialog>
  )
}
