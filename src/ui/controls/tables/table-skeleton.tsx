import { Skeleton } from '#ui/controls/states/skeleton'

/** The placeholder of a loading table. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div className="kit-table-skeleton" aria-busy="true">
      <output className="kit-hidden">{label}</output>
      {['one', 'two', 'three', 'four', 'five'].map((row) => (
        <div key={row}>
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      ))}
    </div>
  )
}
