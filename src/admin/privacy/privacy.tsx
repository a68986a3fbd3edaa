import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '#auth/forms/form'
import { useWrite } from '#auth/forms/use-write'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { Alert } from '#ui/controls/states/alert'
import { Button } from '#ui/controls/buttons/button'
import { EmptyState } from '#ui/controls/states/empty-state'
import { ShieldIcon } from '#ui/controls/buttons/icons'
import { Screen } from '#ui/controls/screen'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { isEmail } from '#text/email'
import type { Erased } from '#features/privacy/contract'
import { Counts } from './counts'
import { countExport, type PersonExport, isEmptyExport } from './person-export'
import { PersonExportView } from './person-export-view'

/** Export and erasure of a person's data. */
export function PrivacyScreen() {
  const t = useText()
  const client = useQueryClient()
  const [held, setHeld] = useState<PersonExport>()
  const [isErasing, setIsErasing] = useState(false)
  const [erased, setErased] = useState<{ email: string; counts: Erased }>()
  const { mutate, isPending, error, reset } = useWrite<PersonExport>({
    failed: t('privacy.exportFailed'),
    onDone: setHeld,
  })

  function look(email: string, after?: (found: PersonExport) => void) {
    setErased(undefined)
    mutate({ method: 'POST', path: '/api/privacy/export', body: { email } }, { onSuccess: after })
  }

  function finish(counts: Erased) {
    setErased({ email: held?.email ?? '', counts })
    setHeld(undefined)
    setIsErasing(false)
    // Any list may have shown erased data.
    void client.invalidateQueries()
  }

  const isEmpty = held !== undefined && isEmptyExport(countExport(held))
  return (
    <Screen title={t('adminNav.privacy')} intro={t('privacy.intro')}>
      <AddressForm
        error={error}
        isPending={isPending}
        onType={reset}
        onExport={look}
        onErase={(email) => look(email, (found) => setIsErasing(!isEmptyExport(countExport(found))))}
      />
      {erased && (
        <Alert variant="success" title={t('privacy.erased', { email: erased.email })}>
          <Counts counts={erased.counts} />
          {t('privacy.erasedText')}
        </Alert>
      )}
      <output className="kit-hidden">
        {held && t(isEmpty ? 'privacy.nothing' : 'privacy.held', { email: held.email })}
      </output>
      {held &&
        (isEmpty ? (
          <EmptyState
            icon={<ShieldIcon />}
            title={t('privacy.nothing', { email: held.email })}
            text={t('privacy.nothingText')}
          />
        ) : (
          <PersonExportView held={held} onErase={() => setIsErasing(true)} />
        ))}
      {held && <EraseDialog held={held} isOpen={isErasing} onErased={finish} onCancel={() => setIsErasing(false)} />}
    </Screen>
  )
}

type AddressFormProps = {
  error: Error | null
  isPending: boolean
  onType: () => void
  onExport: (email: string) => void
  onErase: (email: string) => void
}

function AddressForm({ error, isPending, onType, onExport, onErase }: AddressFormProps) {
  const t = useText()
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string>()

  function submit(go: (email: string) => void) {
    const typed = email.trim()
    if (isEmail(typed)) go(typed)
    else setFault(t('validation.email'))
  }

  function type(text: string) {
    setEmail(text)
    setFault(undefined)
    onType()
  }

  return (
    <Form className="privacy-form" onSubmit={() => submit(onExport)}>
      <TextField
        label={t('privacy.email')}
        description={t('privacy.emailHint')}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        value={email}
        onChange={type}
        error={fault ?? issuesByField(fieldIssues(error)).email}
      />
      <div className="kit-actions">
        <Button type="submit" variant="primary" isPending={isPending}>
          {t(isPending ? 'privacy.exporting' : 'privacy.export')}
        </Button>
        <Button isDisabled={isPending} onPress={() => submit(onErase)}>
          {t('privacy.erase')}
        </Button>
      </div>
    </Form>
  )
}

type EraseDialogProps = {
  held: PersonExport
  isOpen: boolean
  onErased: (counts: Erased) => void
  onCancel: () => void
}

/** Confirms the erasure of a person's data, which cannot be undone. */
function EraseDialog({ held, isOpen, onErased, onCancel }: EraseDialogProps) {
  const t = useText()
  const { email } = held
  const { mutate, isPending } = useWrite<Erased>({ failed: t('privacy.eraseFailed'), onDone: onErased })
  return (
    <ConfirmDialog
      title={t('privacy.eraseTitle')}
      text={
        <>
          <p>{t('privacy.eraseText', { email })}</p>
          <Counts counts={countExport(held)} />
          <p>{t('privacy.eraseRest')}</p>
        </>
      }
      confirmLabel={t(isPending ? 'privacy.erasing' : 'privacy.eraseConfirm')}
      cancelLabel={t('privacy.cancel')}
      isOpen={isOpen}
      isPending={isPending}
      onConfirm={() => mutate({ method: 'POST', path: '/api/privacy/erase', body: { email } })}
      onCancel={onCancel}
    />
  )
}
