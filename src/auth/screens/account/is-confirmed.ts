import { useQuery } from '@tanstack/react-query'
import type { SessionConfirmation } from '#auth/contract'
import { confirmationQuery } from '#auth/queries'

/** Whether the session was confirmed within 10 minutes, so that no password is needed now. */
export function useIsConfirmed(): boolean {
  return useQuery({ ...confirmationQuery(), select: isFresh, refetchInterval: untilEnd }).data === true
}

const isFresh = ({ confirmedUntil }: SessionConfirmation): boolean =>
  confirmedUntil !== null && Date.parse(confirmedUntil) > Date.now()

/** Milliseconds until the confirmation ends, by this device's clock. */
const untilEnd = ({ state: { data } }: { state: { data?: SessionConfirmation } }): number | false =>
  data && isFresh(data) && data.confirmedUntil !== null ? Date.parse(data.confirmedUntil) - Date.now() + 1000 : false
