import { useState } from 'react'
import type { Passkey } from '#auth/second-factor/contract'
import { secondFactorQuery } from '#auth/second-factor/queries'
import { FormFault } from '#auth/forms/form-fault'
import { useWrite } from '#auth/forms/use-write'
import { FormDialog } from '#auth/forms/form-dialog'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'

export function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
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
