import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, createContext, type ReactNode, Suspense, useContext } from 'react'

/**
 * Whether the page's subject does not exist: then its regions show their errors at once, also on the server, where
 * error boundaries do not work.
 */
export const MissingContext = createContext(false)

export type RegionProps = {
  children: ReactNode
  /** Shown while the region's data are loading: a skeleton. */
  loading: ReactNode
  /** Shown when loading failed. */
  failed: ReactNode | ((retry: () => void) => ReactNode)
}

/** A part of a screen with its own loading and error states. */
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
