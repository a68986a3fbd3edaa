import { Skeleton } from '#ui/controls/states/skeleton'
import { useText } from '#i18n/i18n'

/** The shape of the grid that is on its way. */
export function MediaSkeleton() {
  const t = useText()
  return (
    <div className="media-skeleton">
      <output className="kit-hidden">{t('media.loading')}</output>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className="media-skeleton-tile">
          <Skeleton shape="block" />
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      ))}
    </div>
  )
}
