import { type ReactNode, useLayoutEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router'

type RecordingRouterProps = {
  /** Starts with the current path; navigations are appended. */
  history: string[]
  children: ReactNode
}

/** A router without a browser that records navigations. */
export function RecordingRouter({ history, children }: RecordingRouterProps) {
  return (
    <MemoryRouter initialEntries={history.slice(0, 1)} useTransitions={false}>
      <Recorder history={history} />
      {children}
    </MemoryRouter>
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
