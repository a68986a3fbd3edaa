import { queryOptions } from '@tanstack/react-query'
import type { Account, Invitation, OwnSession, Person, SessionConfirmation } from './contract'
import type { SecondFactor } from './second-factor/contract'
import type { ApiToken } from './tokens/contract'

export const peopleQuery = () => queryOptions<Person[]>({ queryKey: ['/api/users'] })
export const invitationsQuery = () => queryOptions<Invitation[]>({ queryKey: ['/api/invitations'] })
export const accountQuery = () => queryOptions<Account>({ queryKey: ['/api/account'] })
export const sessionsQuery = () => queryOptions<OwnSession[]>({ queryKey: ['/api/sessions'], staleTime: 0 })
export const confirmationQuery = () =>
  queryOptions<SessionConfirmation>({ queryKey: ['/api/account/confirm'], staleTime: 0 })

export const secondFactorQuery = () =>
  queryOptions<SecondFactor>({ queryKey: ['/api/account/second-factor'], staleTime: 0 })

export const tokensQuery = () => queryOptions<ApiToken[]>({ queryKey: ['/api/tokens'] })
