import { useState } from 'react'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import { Button } from '#ui/controls/buttons/button'
import { Link } from '#ui/link'
import { contentKindOf, contentTitle, editorAddress } from '#features/kinds'
import type { LinkPlace } from '../contract'
import { useFieldLabel } from '#records/editor/fields/kind-text'
import type { DescribedKind } from '#records/kind/record'

/** The number of fields shown. */
const most = 3

/** The records and fields that contain a link, each linked to its editor. */
export function LinkLocations({ places }: { places: readonly LinkPlace[] }) {
  const t = useText()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? places : places.slice(0, most)
  return (
    <>
      <ul className="links-places">
        {shown.map((place) => (
          <li key={`${place.kind} ${place.id} ${place.field}`}>
            <Place place={place} />
          </li>
        ))}
      </ul>
      {shown.length < places.length && (
        <Button variant="quiet" onPress={() => setIsWhole(true)}>
          {t('links.more', { count: places.length - shown.length })}
        </Button>
      )}
    </>
  )
}

function Place({ place }: { place: LinkPlace }) {
  const kind = contentKindOf(place.kind, place.id)
  return kind ? <InContent kind={kind} place={place} /> : <InSite place={place} />
}

function InContent({ kind, place }: { kind: DescribedKind; place: LinkPlace }) {
  const t = useText()
  const labelOf = useFieldLabel(kind)
  return <Named place={place} title={contentTitle(t, kind.name, place.id, place.title)} field={labelOf(place.field)} />
}

const siteFields: Partial<Record<string, MessageId>> = {
  navigation: 'site.part.navigation',
  social: 'site.social',
  announcement: 'site.part.announcement',
}

/** The menu or setting that contains the link. */
function InSite({ place }: { place: LinkPlace }) {
  const t = useText()
  const [name = ''] = place.field.split('.')
  return <Named place={place} title={t('media.site')} field={t(siteFields[name] ?? 'site.part.identity')} />
}

function Named({ place, title, field }: { place: LinkPlace; title: string; field: string }) {
  const t = useText()
  const kind = t(place.kind === 'site-settings' ? 'media.kind.settings' : `media.kind.${place.kind}`)
  return (
    <>
      <Link href={`${editorAddress(place.kind, place.id)}&field=${encodeURIComponent(place.field)}`}>
        {title.trim() === '' ? t('media.untitled') : title}
      </Link>
      <span className="links-field">
        {kind}, {field}
      </span>
    </>
  )
}
