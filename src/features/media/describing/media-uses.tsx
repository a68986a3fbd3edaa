import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { Link } from '#ui/link'
import { contentTitle, editorAddress } from '../../kinds'
import { positionOf } from '#features/media/serving/crops'
import type { MediaItem, MediaUse } from '../contract'
import { thumbnailUrl } from '../paths'

type MediaUsesProps = {
  uses: readonly MediaUse[]
  /** Shown beside each record, cropped as it is there. */
  picture?: MediaItem
}

/** The records that use an item, with links to their editors. Uses only in old versions are marked as such. */
export function MediaUses({ uses, picture }: MediaUsesProps) {
  const t = useText()
  if (uses.length === 0) return <p className="kit-note">{t('media.unused')}</p>
  return (
    <ul className="media-uses" data-pictured={picture && ''}>
      {recordsOf(uses).map(({ kind, id, title, parts, places }) => (
        <li key={`${kind} ${id}`}>
          {picture && <UsePicture item={picture} part={parts[0]} />}
          <Link href={addressOf(kind, id)}>{titleOf(kind, id, title, t)}</Link>
          <span className="media-use-kind">
            {[t(`media.kind.${kind}`), ...parts.map((part) => t(`media.part.${part}`))].join(' · ')}
          </span>
          {places.map((place) => (
            <span key={place} className="edit-badge" data-tone={place === 'live' ? 'live' : undefined}>
              {t(`media.in.${place}`)}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** The item in the shape in which the page shows it. */
function UsePicture({ item, part = 'text' }: { item: MediaItem; part?: Part }) {
  const ratio = ratios[part] ?? (item.width ?? 1) / (item.height ?? 1)
  return (
    <span className="media-use-picture">
      <img
        src={thumbnailUrl(item)}
        alt=""
        loading="lazy"
        style={{ aspectRatio: ratio, objectPosition: positionOf(item.focus, item, ratio) }}
      />
    </span>
  )
}

/** What the picture is on a page. */
type Part = 'picture' | 'photo' | 'shared' | 'text'

/** In texts it keeps its own. */
const ratios: { [part in Part]?: number } = { picture: 16 / 10, photo: 1, shared: 1200 / 630 }

/** The part of a page that a field fills, from the last name in its path. */
function partOf(field: string): Part {
  const name = field.split('.').findLast((one) => !/^\d+$/.test(one)) ?? ''
  if (/^ogImage|^social/i.test(name)) return 'shared'
  if (/photo|portrait/i.test(field)) return 'photo'
  return /image|picture|src|url|logo/i.test(name) ? 'picture' : 'text'
}

type Record = Pick<MediaUse, 'kind' | 'id' | 'title'> & { parts: Part[]; places: MediaUse['in'][] }

/** One line per record, however many of its fields use the item. */
function recordsOf(uses: readonly MediaUse[]): Record[] {
  const records = new Map<string, Record>()
  for (const { kind, id, title, field, in: place } of uses) {
    const known = records.get(`${kind} ${id}`) ?? { kind, id, title, parts: [], places: [] }
    const part = partOf(field)
    if (!known.parts.includes(part)) known.parts.push(part)
    if (!known.places.includes(place)) known.places.push(place)
    records.set(`${kind} ${id}`, known)
  }
  return [...records.values()]
}

const addressOf = (kind: MediaUse['kind'], id: MediaUse['id']): string =>
  editorAddress(kind === 'settings' ? 'site-settings' : kind, id) ?? href(adminPaths.site)

function titleOf(kind: MediaUse['kind'], id: MediaUse['id'], title: string, t: ReturnType<typeof useText>): string {
  if (kind === 'settings') return t('media.site')
  return title.trim() === '' ? t('media.untitled') : contentTitle(t, kind, id, title)
}
