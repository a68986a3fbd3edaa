import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'

type RegionProps = {
  children: ReactNode
  /** Shown while the region's data is on its way: the shape of what comes. */
  loading: ReactNode
  /** Shown when it could not be had. */
  failed: ReactNode | ((retry: () => void) => ReactNode)
}

/** A part of a screen that loads, and fails, on its own. */
export function Region({ children, loading, failed }: RegionProps) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary failed={failed} onRetry={reset}>
          <Suspense fallback={loading}>{children}</Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

class ErrorBoundary extends Component<{ children: ReactNode; failed: RegionProps['failed']; onRetry: () => void }, { failed: boolean }> {
  override state = { failed: false }

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
