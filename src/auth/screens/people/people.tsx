import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useId, useMemo, useState } from 'react'
import type { Invitation, Person } from '#auth/contract'
import { invitationsQuery, peopleQuery } from '#auth/queries'
import { userAtom } from '#auth/sessions/session'
import { useWrite } from '#auth/forms/use-write'
import { UserRegion } from '#auth/sessions/user-region'
import { Button } from '#ui/controls/buttons/button'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { EmailAddress } from '#ui/controls/fields/email-address'
import { EmptyState } from '#ui/controls/states/empty-state'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { KeyIcon, MailIcon, PlusIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Screen } from '#ui/controls/screen'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { dateColumn } from '#ui/controls/tables/date-column'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { PasswordDialog } from '../account/password-dialog'
import { InviteDialog } from './invite-dialog'

/** The administrators, and the open invitations. */
export function PeopleScreen() {
  const t = useText()
  const invitationsId = useId()
  const [isInviting, setIsInviting] = useState(false)
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
      <UserRegion loading={<TableSkeleton label={t('people.loading')} />} failed={loadFailed('people.failed')}>
        <People />
      </UserRegion>
      <section className="people-invitations" aria-labelledby={invitationsId}>
        <h2 id={invitationsId}>{t('people.invitations')}</h2>
        <p className="kit-note">{t('people.invitationsText')}</p>
        <UserRegion loading={<TableSkeleton label={t('people.loading')} />} failed={loadFailed('people.failed')}>
          <Invitations />
        </UserRegion>
      </section>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Screen>
  )
}

function People() {
  const t = useText()
  const { data: people } = useSuspenseQuery(peopleQuery())
  const [leaving, setLeaving] = useState<Person>()
  const [lockedOut, setLockedOut] = useState<Person>()
  const columns = usePersonColumns({ isLast: people.length === 1, onRemove: setLeaving, onLetIn: setLockedOut })
  return (
    <>
      <DataTable
        label={t('people.table')}
        columns={columns}
        rows={people}
        filterLabel={t('people.filter')}
        matches={(count) => t('table.matches', { count })}
      />
      {leaving && <RemoveDialog person={leaving} onClose={() => setLeaving(undefined)} />}
      {lockedOut && <ResetFactorDialog person={lockedOut} onClose={() => setLockedOut(undefined)} />}
    </>
  )
}

/** `isLast`: the only administrator, who cannot be deleted. */
function usePersonColumns({
  isLast,
  onRemove,
  onLetIn,
}: {
  isLast: boolean
  onRemove: (person: Person) => void
  onLetIn: (person: Person) => void
}) {
  const t = useText()
  const user = useAtomValue(userAtom)
  return useMemo<Column<Person>[]>(
    () => [
      {
        id: 'username',
        label: t('people.name'),
        isRowHeader: true,
        sortValue: ({ username }) => username,
        render: ({ id, username, secondFactor }) => (
          <>
            {username} {id === user?.id && <span className="kit-badge">{t('people.you')}</span>}{' '}
            {secondFactor && <span className="kit-badge">{t('people.factor')}</span>}
          </>
        ),
      },
      {
        id: 'email',
        label: t('people.email'),
        sortValue: ({ email }) => email ?? '',
        render: ({ email }) =>
          email === null ? (
            <span className="kit-note">{t('people.noEmail')}</span>
          ) : (
            <EmailAddress>{email}</EmailAddress>
          ),
      },
      dateColumn('createdAt', t('people.since')),
      dateColumn('lastUsedAt', t('people.lastUsed'), t('people.never')),
      {
        id: 'actions',
        label: t('people.actions'),
        align: 'end',
        render: (person) =>
          isLast ? null : (
            <>
              {person.secondFactor && person.id !== user?.id && (
                <IconButton
                  label={t('people.factorTitle', { name: person.username })}
                  icon={<KeyIcon />}
                  onPress={() => onLetIn(person)}
                />
              )}
              <IconButton
                label={t('people.remove', { name: person.username })}
                icon={<TrashIcon />}
                onPress={() => onRemove(person)}
              />
            </>
          ),
      },
    ],
    [t, user, isLast, onRemove, onLetIn],
  )
}

function Invitations() {
  const t = useText()
  const { data: invitations } = useSuspenseQuery(invitationsQuery())
  const { mutate } = useWrite({
    failed: t('people.endFailed'),
    done: t('people.ended'),
    stale: [invitationsQuery().queryKey],
  })
  const columns = useMemo<Column<Invitation>[]>(
    () => [
      {
        id: 'email',
        label: t('people.email'),
        isRowHeader: true,
        sortValue: ({ email }) => email ?? '',
        render: ({ email }) => (email === null ? t('people.noEmail') : <EmailAddress>{email}</EmailAddress>),
      },
      { id: 'createdBy', label: t('people.invitedBy'), sortValue: ({ createdBy }) => createdBy?.username ?? '' },
      dateColumn('expiresAt', t('people.expires')),
      {
        id: 'actions',
        label: t('people.actions'),
        align: 'end',
        render: ({ id, email }) => (
          <IconButton
            label={t('people.end', { name: email ?? t('people.noEmail') })}
            icon={<TrashIcon />}
            onPress={() => mutate({ method: 'DELETE', path: `/api/invitations/${id}` })}
          />
        ),
      },
    ],
    [t, mutate],
  )
  return invitations.length === 0 ? (
    <EmptyState icon={<MailIcon />} title={t('people.noInvitations')} text={t('people.noInvitationsText')} />
  ) : (
    <DataTable
      label={t('people.invitations')}
      columns={columns}
      rows={invitations}
      filterLabel={t('people.filter')}
      matches={(count) => t('table.matches', { count })}
    />
  )
}

/** Removes an administrator. */
function RemoveDialog({ person: { id, username: name }, onClose }: { person: Person; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  return (
    <PasswordDialog
      title={t('people.deleteTitle')}
      text={t('people.deleteText', { name })}
      confirmLabel={t('people.deleteConfirm')}
      isDanger
      acceptsConfirmed
      method="DELETE"
      path={`/api/users/${id}`}
      failed={t('people.deleteFailed')}
      stale={[peopleQuery().queryKey, invitationsQuery().queryKey]}
      onDone={() => {
        toast({ title: t('people.deleted', { name }) })
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/** Removes the second factor of a person who is locked out. */
function ResetFactorDialog({ person: { id, username: name }, onClose }: { person: Person; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  return (
    <PasswordDialog
      title={t('people.factorTitle', { name })}
      text={t('people.factorText', { name })}
      confirmLabel={t('people.factorConfirm')}
      isDanger
      method="DELETE"
      path={`/api/users/${id}/second-factor`}
      failed={t('people.factorFailed')}
      stale={[peopleQuery().queryKey]}
      onDone={() => {
        toast({ title: t('people.factorRemoved', { name }) })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
