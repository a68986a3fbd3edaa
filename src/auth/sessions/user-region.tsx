import { useAtomValue } from 'jotai'
import { Region, type RegionProps } from '#ui/region'
import { userAtom } from './session'

/** A region whose data only a user may read: requests nothing before somebody has signed in. */
export function UserRegion({ loading, ...props }: RegionProps) {
  const user = useAtomValue(userAtom)
  return user ? <Region loading={loading} {...props} /> : loading
}
