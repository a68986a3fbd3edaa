import { type ContextType, type ReactNode, useLayoutEffect } from 'react'
import { MemoryRouter, UNSAFE_LocationContext as LocationContext, useLocation } from 'react-router'

type RecordingRouterProps = {
  /** Starts with the current path; navigations are appended. */
  history: string[]
  children: ReactNode
}

// React's server, which renders the previews of tests on the real API, leaves the contexts of its last page.
const nowhere = null as unknown as ContextType<typeof LocationContext>

/** A router without a browser that records navigations. */
export function RecordingRouter({ history, children }: RecordingRouterProps) {
  return (
    <LocationContext value={nowhere}>
      <MemoryRouter initialEntries={history.slice(0, 1)} useTransitions={false}>
        <Recorder history={history} />
        {children}
      </MemoryRouter>
    </LocationContext>
  )
}

function Recorder({ history }: { history: string[] }) {
  const { pathname, search, hash } = useLocation()
  const address = pathname + search + hash
  useLayoutEffect(() => {
    if (history.at(-1) !== address) history.push(address)
  }, [history, address])
  return null
}
