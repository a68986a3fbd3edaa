import { Skeleton } from '#ui/controls/states/skeleton'

/** The placeholder of a loading table. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <output className="edit-list-skeleton" aria-busy="true">
      <span className="kit-hidden">{label}</span>
      {Array.from({ length: 6 }, (_, index) => (
        <span key={index} className="edit-list-row">
          <Skeleton />
          <Skeleton shape="short" />
        </span>
      ))}
    </output>
  )
}
