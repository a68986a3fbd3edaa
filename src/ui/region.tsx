import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, createContext, type ReactNode, Suspense, useContext } from 'react'

/**
 * Whether what the page is about does not exist: its regions then show their failure at once, on the server too, where
 * nothing can be caught.
 */
export const MissingContext = createContext(false)

export type RegionProps = {
  children: ReactNode
  /** Shown while the region's data is on its way: the shape of what comes. */
  loading: ReactNode
  /** Shown when it could not be had. */
  failed: ReactNode | ((retry: () => void) => ReactNode)
}

/** A part of a screen that loads, and fails, on its own. */
export function Region({ children, loading, failed }: RegionProps) {
  const missing = useContext(MissingContext)
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary failed={failed} missing={missing} onRetry={reset}>
          <Suspense fallback={loading}>{children}</Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

type BoundaryProps = { children: ReactNode; failed: RegionProps['failed']; missing: boolean; onRetry: () => void }

class ErrorBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: this.props.missing }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return typeof this.props.failed === 'function' ? this.props.failed(this.retry) : this.props.failed
  }

  private retry = () => {
    this.props.onRetry()
    this.setState({ failed: false })
  }
}
