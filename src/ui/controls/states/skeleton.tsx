/** The shape of what is on its way. Its surroundings say that something loads. */
export function Skeleton({ shape = 'text' }: { shape?: 'text' | 'short' | 'title' | 'figure' | 'block' }) {
  return <span className="kit-skeleton" data-shape={shape} aria-hidden="true" />
}
