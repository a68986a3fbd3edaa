import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is as narrow as on a phone. */
export const useIsPhone = (): boolean => useMedia('(max-width: 639px)')

/** Whether the window is so narrow that the rows of tables are cards. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 767px)')

/** Whether a media query currently matches. Only for behaviour: appearance is left to style sheets. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}
