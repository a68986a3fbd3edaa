import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { UserRegion } from '#auth/sessions/user-region'
import { newslettersQuery } from '#features/newsletters/queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { MailIcon, PlusIcon } from '#ui/controls/buttons/icons'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { Screen } from '#ui/controls/screen'
import { EmptyState } from '#ui/controls/states/empty-state'
import { loadFailed } from '#ui/controls/states/load-failed'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { LettersTable } from './letters-table'
import { NewLetter } from './new-letter'
import { OneLetter } from './one-letter'
import { isGoing, refreshing } from './standing'

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined

/** Letters to subscribers: all of them, one (`?letter=`), or a new one, of a post perhaps (`?new=`, `?post=`). */
export function NewslettersScreen() {
  const t = useText()
  const navigate = useNavigate()
  const asked = new URLSearchParams(useLocation().search)
  const letter = wholeNumber(asked.get('letter'))
  const post = wholeNumber(asked.get('post'))
  const open = (id: number) => void navigate(`${href(adminPaths.newsletters)}?letter=${id}`, { replace: true })
  const leave = () => void navigate(href(adminPaths.newsletters), { replace: true })
  const isNew = asked.has('new') || post !== undefined
  const isList = letter === undefined && !isNew
  return (
    <Screen
      title={t('adminNav.newsletters')}
      intro={t('letters.intro')}
      actions={
        isList && (
          <LinkButton variant="primary" href={`${href(adminPaths.newsletters)}?new=1`}>
            <PlusIcon />
            {t('letters.new')}
          </LinkButton>
        )
      }
    >
      <UserRegion
        key={`${letter} ${isNew}`}
        loading={<TableSkeleton label={t('letters.loading')} />}
        failed={loadFailed('letters.failed')}
      >
        {letter !== undefined ? (
          <OneLetter id={letter} onDeleted={leave} />
        ) : isNew ? (
          <NewLetter post={post} onMade={open} />
        ) : (
          <Letters />
        )}
      </UserRegion>
    </Screen>
  )
}

function Letters() {
  const t = useText()
  const { data: letters } = useSuspenseQuery({
    ...newslettersQuery(),
    refetchInterval: ({ state: { data = [] } }) => (data.some(isGoing) ? refreshing : false),
  })
  return letters.length === 0 ? (
    <EmptyState icon={<MailIcon />} title={t('letters.empty')} text={t('letters.emptyText')} />
  ) : (
    <LettersTable letters={letters} />
  )
}
