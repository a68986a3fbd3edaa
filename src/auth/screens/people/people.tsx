import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import type { RowAction } from '#editing/lists/list-tools'
import { type ListColumn, type ListDeclaration, ListRegion, ListTable, dateColumn } from '#auth/lists/admin-list'
import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { useLocation } from 'react-router'
import type { Invitation, Person, NewInvitation } from '#auth/contract'
import { invitationsQuery, peopleQuery } from '#auth/queries'
import { userAtom } from '#auth/sessions/session'
import { useWrite } from '#auth/forms/use-write'
import { Button } from '#ui/controls/buttons/button'
import { EmailAddress } from '#ui/controls/fields/email-address'
import { KeyIcon, MailIcon, PlusIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { Screen } from '#ui/controls/screen'
import { useText } from '#i18n/i18n'
import { WriteDialog } from '#auth/screens/account/confirmation'
import { CopyField } from '#ui/controls/fields/copy-field'
import { Select } from '#ui/controls/fields/choice'
import { TextField } from '#ui/controls/fields/text-field'
import { languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { locales } from '#i18n/locales'
import { mailQuery } from '#client/mail-query'

/** The administrators, and the open invitations. */
export function PeopleScreen() {
  const t = useText()
  const invitationsId = useId()
  const [isInviting, setIsInviting] = useState(new URLSearchParams(useLocation().search).has('invite'))
  return (
    <Screen
      title={t('adminNav.people')}
      intro={t('people.intro')}
      actions={
        <Button variant="primary" onPress={() => setIsInviting(true)}>
          <PlusIcon />
          {t('people.invite')}
        </Button>
      }
    >
      <ListRegion loading="people.loading" failed="people.failed">
        <People />
      </ListRegion>
      <section className="people-invitations" aria-labelledby={invitationsId}>
        <h2 id={invitationsId}>{t('people.invitations')}</h2>
        <p className="kit-note">{t('people.invitationsText')}</p>
        <ListRegion loading="people.loading" failed="people.failed">
          <Invitations />
        </ListRegion>
      </section>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Screen>
  )
}

function People() {
  const t = useText()
  const user = useAtomValue(userAtom)
  const { data: rows } = useSuspenseQuery(peopleQuery())
  const [asking, setAsking] = useState<{ person: Person; what: 'delete' | 'factor' }>()
  const actionsOf = (person: Person): RowAction[] => {
    const { id, username: name, secondFactor } = person
    const factor = { id: 'factor', label: t('people.factorTitle', { name }), icon: <KeyIcon /> }
    const removal = { id: 'remove', label: t('people.remove', { name }), icon: <TrashIcon /> }
    // The only administrator cannot be removed.
    if (rows.length === 1) return []
    return [
      ...(secondFactor && id !== user?.id
        ? [{ ...factor, onAction: () => setAsking({ person, what: 'factor' }) }]
        : []),
      { ...removal, onAction: () => setAsking({ person, what: 'delete' }) },
    ]
  }
  return (
    <>
      <ListTable {...people} columns={personColumns(user?.id)} rows={rows} actionsOf={actionsOf} />
      {asking && <PersonDialog {...asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}

const people: Omit<ListDeclaration<Person>, 'columns'> = {
  label: 'people.table',
  actionsLabel: 'people.actions',
  nameOf: ({ username }) => username,
}

const personColumns = (own: number | undefined): ListColumn<Person>[] => [
  {
    id: 'username',
    label: 'people.name',
    isTitle: true,
    sort: ({ username }) => username,
    show: ({ id, username, secondFactor }, { t }) => (
      <>
        {username} {id === own && <span className="kit-badge">{t('people.you')}</span>}{' '}
        {secondFactor && <span className="kit-badge">{t('people.factor')}</span>}
      </>
    ),
  },
  {
    id: 'email',
    label: 'people.email',
    explainsItself: true,
    sort: ({ email }) => email ?? '',
    show: ({ email }, { t }) =>
      email === null ? <span className="kit-note">{t('people.noEmail')}</span> : <EmailAddress>{email}</EmailAddress>,
  },
  dateColumn('createdAt', 'people.since'),
  dateColumn('lastUsedAt', 'people.lastUsed', 'people.never'),
]

const invitations: ListDeclaration<Invitation> = {
  label: 'people.invitations',
  empty: { icon: <MailIcon />, title: 'people.noInvitations', text: 'people.noInvitationsText' },
  columns: [
    {
      id: 'email',
      label: 'people.email',
      isTitle: true,
      sort: ({ email }) => email ?? '',
      show: ({ email }, { t }) => (email === null ? t('people.noEmail') : <EmailAddress>{email}</EmailAddress>),
    },
    { id: 'createdBy', label: 'people.invitedBy', sort: ({ createdBy }) => createdBy?.username ?? '' },
    dateColumn('expiresAt', 'people.expires'),
  ],
  actionsLabel: 'people.actions',
}

function Invitations() {
  const t = useText()
  const { data: rows } = useSuspenseQuery(invitationsQuery())
  const { mutate, isPending } = useWrite({
    failed: t('people.endFailed'),
    done: t('people.ended'),
    stale: [invitationsQuery().queryKey],
  })
  return (
    <ListTable
      {...invitations}
      rows={rows}
      actionsOf={({ id, email }) => [
        {
          id: 'end',
          label: t('people.end', { name: email ?? t('people.noEmail') }),
          icon: <TrashIcon />,
          isPending,
          onAction: () => mutate({ method: 'DELETE', path: `/api/invitations/${id}` }),
        },
      ]}
    />
  )
}

type PersonDialogProps = { person: Person; what: 'delete' | 'factor'; onClose: () => void }

/** Removes an administrator, or the second factor of one who is locked out. */
function PersonDialog({ person: { id, username: name }, what, onClose }: PersonDialogProps) {
  const t = useText()
  const isRemoval = what === 'delete'
  return (
    <WriteDialog
      title={t(`people.${what}Title`, { name })}
      text={t(`people.${what}Text`, { name })}
      confirmLabel={t(`people.${what}Confirm`)}
      isDanger
      need={isRemoval ? 'session' : 'password'}
      request={{ method: 'DELETE', path: `/api/users/${id}${isRemoval ? '' : '/second-factor'}` }}
      failed={t(`people.${what}Failed`)}
      done={t(isRemoval ? 'people.deleted' : 'people.factorRemoved', { name })}
      stale={[peopleQuery().queryKey, invitationsQuery().queryKey]}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

/** Creates an invitation; its link is shown only once. */
function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [email, setEmail] = useState('')
  const [language, setLanguage] = useState<string>(usePageLanguage())
  const { data: mail } = useQuery(mailQuery())
  return (
    <WriteDialog<NewInvitation>
      title={t('people.invite')}
      text={t('people.inviteText')}
      confirmLabel={t('people.makeLink')}
      pendingLabel={t('people.inviting')}
      need="session"
      request={{ method: 'POST', path: '/api/invitations', body: { email, language } }}
      failed={t('people.inviteFailed')}
      stale={[invitationsQuery().queryKey]}
      result={(made) => ({ content: <InvitationLink made={made} /> })}
      onClose={onClose}
    >
      {(issues) => (
        <>
          <TextField
            label={t('people.emailOptional')}
            description={mail && t(mail.configured ? 'people.emailMailed' : 'people.emailNotMailed')}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for this field
            autoFocus
            type="email"
            autoComplete="off"
            value={email}
            onChange={setEmail}
            error={issues.email}
          />
          <Select
            label={t('people.language')}
            value={language}
            onChange={setLanguage}
            options={languages.map((code) => ({ value: code, label: locales[code] }))}
          />
        </>
      )}
    </WriteDialog>
  )
}

function InvitationLink({ made: { email, url } }: { made: NewInvitation }) {
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
