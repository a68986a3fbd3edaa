/** A placeholder in the shape of the content to come. The surroundings announce the loading. */
export function Skeleton({ shape = 'text' }: { shape?: 'text' | 'short' | 'title' | 'figure' | 'block' }) {
  return <span className="kit-skeleton" data-shape={shape} aria-hidden="true" />
}
