/**
 * Loads the styles of toasts and of the public pages that can be navigated to from here. Settles when they are loaded or
 * have failed.
 */
export function addSheet(address: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  link.fetchPriority = 'low'
  link.dataset.awaited = ''
  document.head.append(link)
  return new Promise((resolve) => {
    link.addEventListener('load', () => {
      delete link.dataset.awaited
      resolve()
    })
    link.addEventListener('error', () => resolve())
  })
}

/** Preloads a file for later use: `modulepreload` for a script, `prefetch` for anything else. */
export function preload(rel: 'modulepreload' | 'prefetch', address: string): void {
  const link = document.createElement('link')
  link.rel = rel
  link.href = address
  link.fetchPriority = 'low'
  document.head.append(link)
}
