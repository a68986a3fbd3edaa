import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { Link } from '#ui/link'
import { contentTitle, editorAddress } from '../../kinds'
import type { MediaUse } from '../contract'

/** The records that use an item, with links to their editors. Uses only in old versions are marked as such. */
export function MediaUses({ uses }: { uses: readonly MediaUse[] }) {
  const t = useText()
  if (uses.length === 0) return <p className="kit-note">{t('media.unused')}</p>
  return (
    <ul className="media-uses">
      {recordsOf(uses).map(({ kind, id, title, places }) => (
        <li key={`${kind} ${id}`}>
          <Link href={addressOf(kind, id)}>{titleOf(kind, id, title, t)}</Link>
          <span className="media-use-kind">{t(`media.kind.${kind}`)}</span>
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

type Record = Pick<MediaUse, 'kind' | 'id' | 'title'> & { places: MediaUse['in'][] }

/** One line per record, however many of its fields use the item. */
function recordsOf(uses: readonly MediaUse[]): Record[] {
  const records = new Map<string, Record>()
  for (const { kind, id, title, in: place } of uses) {
    const known = records.get(`${kind} ${id}`) ?? { kind, id, title, places: [] }
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
