import { useAtomValue } from 'jotai'
import { Region, type RegionProps } from '#ui/region'
import { userAtom } from './session'

/** A region whose data is a user's to read: nothing is asked for before there is one. */
export function UserRegion({ loading, ...props }: RegionProps) {
  const user = useAtomValue(userAtom)
  return user ? <Region loading={loading} {...props} /> : loading
}
