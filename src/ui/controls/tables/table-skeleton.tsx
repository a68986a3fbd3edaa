import { Skeleton } from '#ui/controls/states/skeleton'

/** The shape of a table that is on its way. */
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
