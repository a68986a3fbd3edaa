import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { NewInvitation } from '#auth/contract'
import { invitationsQuery } from '#auth/queries'
import { useWrite } from '#auth/forms/use-write'
import { Button } from '#ui/controls/buttons/button'
import { CopyField } from '#ui/controls/fields/copy-field'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { mailQuery } from '#features/outbox/queries'

/** Makes an invitation; its link is shown here once, and nowhere again. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const form = useId()
  const [email, setEmail] = useState('')
  const [made, setMade] = useState<NewInvitation>()
  const { data: mail } = useQuery(mailQuery())
  const { mutate, isPending, error } = useWrite<NewInvitation>({
    failed: t('people.inviteFailed'),
    stale: [invitationsQuery().queryKey],
    onDone: setMade,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ method: 'POST', path: '/api/invitations', body: { email } })
  }
  return (
    <ModalDialog
      title={t('people.invite')}
      isOpen
      onClose={onClose}
      closeLabel={t('people.close')}
      size="small"
      footer={
        made ? (
          <Button variant="primary" onPress={onClose}>
            {t('people.done')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose} isDisabled={isPending}>
              {t('people.cancel')}
            </Button>
            <Button type="submit" form={form} variant="primary" isPending={isPending}>
              {t(isPending ? 'people.inviting' : 'people.makeLink')}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <div className="kit-stack">
          {mail && (
            <p>
              {mail.configured && made.email ? t('people.linkMailed', { email: made.email }) : t('people.linkByHand')}
            </p>
          )}
          <p>{t('people.linkText')}</p>
          <CopyField label={t('people.link')} value={made.url} copied={t('people.copied')} copy={t('people.copy')} />
        </div>
      ) : (
        <form id={form} className="kit-stack" noValidate onSubmit={submit}>
          <p>{t('people.inviteText')}</p>
          <TextField
            label={t('people.emailOptional')}
            description={mail && t(mail.configured ? 'people.emailMailed' : 'people.emailNotMailed')}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for this field
            autoFocus
            type="email"
            autoComplete="off"
            value={email}
            onChange={setEmail}
            error={issuesByField(fieldIssues(error)).email}
          />
        </form>
      )}
    </ModalDialog>
  )
}
