import { useSuspenseQuery } from '@tanstack/react-query'
import { UserRegion } from '#auth/sessions/user-region'
import { ListSkeleton } from '#editing/lists/list-tools'
import { useText } from '#i18n/i18n'
import { useFieldLabel } from '#records/editor/fields/kind-text'
import { readPath } from '#records/editor/values/values'
import type { DescribedKind } from '#records/kind/record'
import { CheckCircleIcon } from '#ui/controls/buttons/icons'
import { Screen } from '#ui/controls/screen'
import { EmptyState, loadFailed } from '#ui/controls/states/states'
import { Link } from '#ui/link'
import { contentKindOf, contentTitle, editorAddress } from '../../kinds'
import type { CheckedRecord } from '../contract'
import { checksQuery } from '../queries'

/** The published records that could be better, and what could be; each line leads to its field. */
export function ChecksScreen() {
  const t = useText()
  return (
    <Screen title={t('checks.screen')} intro={t('checks.intro')}>
      <UserRegion loading={<ListSkeleton label={t('checks.loading')} />} failed={loadFailed('checks.failed')}>
        <Records />
      </UserRegion>
    </Screen>
  )
}

function Records() {
  const t = useText()
  const { data } = useSuspenseQuery(checksQuery())
  if (data.length === 0)
    return <EmptyState icon={<CheckCircleIcon />} title={t('checks.none')} text={t('checks.noneText')} />
  return (
    <ul className="checks-records">
      {data.map((record) => {
        const kind = contentKindOf(record.kind, record.id)
        return kind && <Record key={`${record.kind} ${record.id}`} record={record} kind={kind} />
      })}
    </ul>
  )
}

function Record({ record, kind }: { record: CheckedRecord; kind: DescribedKind }) {
  const t = useText()
  const labelOf = useFieldLabel(kind)
  const editor = editorAddress(record.kind, record.id) ?? ''
  return (
    <li className="admin-panel">
      <h2>{contentTitle(t, record.kind, record.id, record.title)}</h2>
      <ul className="checks-lines">
        {record.checks.map(({ code, level, path, language, detail }) => (
          <li key={`${code} ${path} ${detail}`} data-level={level}>
            <Link href={`${editor}&field=${encodeURIComponent(path)}`}>
              {code === 'alt-missing' ? <Undescribed src={detail} /> : t(`checks.code.${code}`, { detail })}
            </Link>
            <span className="kit-note">
              {level === 'repair' && `${t('checks.level.repair')} · `}
              {labelOf(readPath(path).name)}
              <span className="kit-whole">
                {'\u00a0'}· {language.toUpperCase()}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}

/** The picture, named by its file. */
function Undescribed({ src }: { src: string }) {
  const t = useText()
  return (
    <>
      <span className="edit-row-picture">
        <img src={src} alt={src.split('/').at(-1)} loading="lazy" />
      </span>
      {t('checks.undescribed')}
    </>
  )
}
