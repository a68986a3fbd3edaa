import { type ReactNode, useLayoutEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router'

type RecordingRouterProps = {
  /** Begins with the address to be at; those gone to are added. */
  history: string[]
  children: ReactNode
}

/** A router without a browser, which tells where it was led. */
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
