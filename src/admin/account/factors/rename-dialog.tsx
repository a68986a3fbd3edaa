import { type FormEvent, useId, useState } from 'react'
import type { Passkey } from '#auth/second-factor/contract'
import { secondFactorQuery } from '#auth/second-factor/queries'
import { FormFault } from '#auth/forms/form-fault'
import { useWrite } from '#auth/forms/use-write'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { TextField } from '#ui/controls/fields/text-field'
import { useFaultFocus } from '#editing/focus'
import { issuesByField, toldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'

export function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const id = useId()
  const [name, setName] = useState(passkey.name)
  const { mutate, isPending, error } = useWrite<Passkey>({
    failed: t('factors.renameFailed'),
    stale: [secondFactorQuery().queryKey],
    onDone: () => {
      toast({ title: t('factors.renamed') })
      onClose()
    },
  })
  const form = useFaultFocus(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ method: 'PUT', path: `/api/account/passkeys/${passkey.id}`, body: { name } })
  }
  return (
    <ModalDialog
      title={t('factors.renameTitle')}
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
            {t('account.save')}
          </Button>
        </>
      }
    >
      <form id={id} className="kit-form" noValidate onSubmit={submit} ref={form}>
        <TextField
          label={t('factors.passkeyName')}
          isRequired
          maxLength={60}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for this field
          autoFocus
          value={name}
          onChange={setName}
          error={issuesByField(toldIssues(error)).name}
        />
        <FormFault error={error} />
      </form>
    </ModalDialog>
  )
}
