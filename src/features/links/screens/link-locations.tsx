import { Fragment, useState } from 'react'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import { Button } from '#ui/controls/buttons/button'
import { Link } from '#ui/link'
import { contentKindOf, contentTitle, editorAddress } from '#features/kinds'
import type { LinkPlace } from '../contract'
import { useFieldLabel } from '#records/editor/fields/kind-text'
import type { DescribedKind } from '#records/kind/record'

/** The number of records shown. */
const most = 3

/** The records that contain a link, each with the fields, and linked to its editor. */
export function LinkLocations({ places }: { places: readonly LinkPlace[] }) {
  const t = useText()
  const [isWhole, setIsWhole] = useState(false)
  const records = [...Map.groupBy(places, ({ kind, id }) => `${kind} ${id}`)]
  const shown = isWhole ? records : records.slice(0, most)
  return (
    <>
      <ul className="links-places">
        {shown.map(([key, inRecord]) => (
          <li key={key}>
            <Places places={inRecord} />
          </li>
        ))}
      </ul>
      {shown.length < records.length && (
        <Button variant="quiet" onPress={() => setIsWhole(true)}>
          {t('links.more', { count: records.length - shown.length })}
        </Button>
      )}
    </>
  )
}

const siteFields: Partial<Record<string, MessageId>> = {
  navigation: 'site.part.navigation',
  social: 'site.social',
  announcement: 'site.part.announcement',
}

/** The fields of one record, or the menus and settings of the site. */
function Places({ places }: { places: readonly LinkPlace[] }) {
  const t = useText()
  const [first] = places
  const kind = first && contentKindOf(first.kind, first.id)
  if (kind) return <InContent kind={kind} places={places} title={contentTitle(t, kind.name, first.id, first.title)} />
  const labelOf = (field: string) => t(siteFields[field.split('.')[0] ?? ''] ?? 'site.part.identity')
  return <Named places={places} title={t('media.site')} labelOf={labelOf} />
}

type TitledPlaces = { places: readonly LinkPlace[]; title: string }

function InContent({ kind, ...named }: TitledPlaces & { kind: DescribedKind }) {
  return <Named {...named} labelOf={useFieldLabel(kind)} />
}

/** The title leads to the first field. Of several fields each is a link. */
function Named({ places, title, labelOf }: TitledPlaces & { labelOf: (field: string) => string }) {
  const t = useText()
  const [first] = places
  if (!first) return null
  return (
    <>
      <Link href={addressOf(first)}>{title.trim() === '' ? t('media.untitled') : title}</Link>
      <span className="links-field">
        {t(first.kind === 'site-settings' ? 'media.kind.settings' : `media.kind.${first.kind}`)}
        {places.map((place) => (
          <Fragment key={place.field}>
            {', '}
            {places.length > 1 ? <Link href={addressOf(place)}>{labelOf(place.field)}</Link> : labelOf(place.field)}
          </Fragment>
        ))}
      </span>
    </>
  )
}

const addressOf = ({ kind, id, field }: LinkPlace) => `${editorAddress(kind, id)}&field=${encodeURIComponent(field)}`
