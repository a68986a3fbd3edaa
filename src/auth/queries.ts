import { queryOptions } from '@tanstack/react-query'
import type { Account, Invitation, OwnSession, Person, SessionConfirmation } from './contract'

export const peopleQuery = () => queryOptions<Person[]>({ queryKey: ['/api/users'] })
export const invitationsQuery = () => queryOptions<Invitation[]>({ queryKey: ['/api/invitations'] })
export const accountQuery = () => queryOptions<Account>({ queryKey: ['/api/account'] })
export const sessionsQuery = () => queryOptions<OwnSession[]>({ queryKey: ['/api/sessions'], staleTime: 0 })
export const confirmationQuery = () =>
  queryOptions<SessionConfirmation>({ queryKey: ['/api/account/confirm'], staleTime: 0 })
