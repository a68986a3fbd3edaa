import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewInvitation } from '#auth/contract'
import { ConfirmationField } from '../account/confirmation-field'
import { useConfirmation } from '../account/use-confirmation'
import { invitationsQuery } from '#auth/queries'
import { FormDialog } from '#auth/forms/form-dialog'
import { useWrite } from '#auth/forms/use-write'
import { CopyField } from '#ui/controls/fields/copy-field'
import { Select } from '#ui/controls/fields/select'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { locales } from '#i18n/locales'
import { mailQuery } from '#client/mail-query'

/** Creates an invitation; its link is shown only once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [email, setEmail] = useState('')
  const [language, setLanguage] = useState<string>(usePageLanguage())
  const [made, setMade] = useState<NewInvitation>()
  const { data: mail } = useQuery(mailQuery())
  const { mutate, isPending, error } = useWrite<NewInvitation>({
    failed: t('people.inviteFailed'),
    stale: [invitationsQuery().queryKey],
    onDone: setMade,
  })
  const confirmation = useConfirmation(error)
  return (
    <FormDialog
      isPending={isPending || confirmation.isPending}
      error={confirmation.error}
      onClose={onClose}
      title={t('people.invite')}
      confirmLabel={t(isPending ? 'people.inviting' : 'people.makeLink')}
      result={made && <Invitation made={made} />}
      onSubmit={() =>
        confirmation.confirm((proof) =>
          mutate({ method: 'POST', path: '/api/invitations', body: { email, language, ...proof } }),
        )
      }
    >
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
      <Select
        label={t('people.language')}
        value={language}
        onChange={setLanguage}
        options={languages.map((code) => ({ value: code, label: locales[code] }))}
      />
      <ConfirmationField {...confirmation.field} />
    </FormDialog>
  )
}

function Invitation({ made: { email, url } }: { made: NewInvitation }) {
  const t = useText()
  const { data: mail } = useQuery(mailQuery())
  return (
    <div className="kit-stack">
      {mail && <p>{mail.configured && email ? t('people.linkMailed', { email }) : t('people.linkByHand')}</p>}
      <p>{t('people.linkText')}</p>
      <CopyField label={t('people.link')} value={url} copied={t('people.copied')} copy={t('people.copy')} />
    </div>
  )
}
