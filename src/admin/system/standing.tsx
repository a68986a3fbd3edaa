import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { clockTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { Button } from '#ui/controls/buttons/button'
import { CheckCircleIcon, ChevronRightIcon, RefreshIcon, WarningIcon } from '#ui/controls/buttons/icons'
import { Link, OutLink } from '#ui/link'
import { systemQuery } from './queries'
import { type Problem, useProblems } from './use-problems'

/** In a few words how the site is; below, what needs somebody, each with what to do about it. */
export function Standing() {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const { dataUpdatedAt, isFetching, refetch } = useSuspenseQuery(systemQuery())
  const problems = useProblems()
  const isWell = problems.length === 0
  return (
    <section className="admin-panel system-standing" data-well={isWell || undefined} aria-labelledby="standing">
      <header>
        {isWell ? <CheckCircleIcon /> : <WarningIcon />}
        <div>
          <h2 id="standing">
            <output>{isWell ? t('system.well') : t('system.needs', { count: problems.length })}</output>
          </h2>
          <p className="kit-note">
            {t(isWell ? 'system.wellText' : 'system.needsText')}{' '}
            <time dateTime={new Date(dataUpdatedAt).toISOString()}>
              {t('system.checkedAt', { time: clockTime(new Date(dataUpdatedAt).toISOString(), language) })}
            </time>
          </p>
        </div>
        <Button isPending={isFetching} onPress={() => void refetch()}>
          <RefreshIcon />
          {t('system.again')}
        </Button>
      </header>
      {!isWell && (
        <ul className="admin-steps">
          {problems.map((problem) => (
            <Row key={problem.key} problem={problem} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ problem: { Icon, title, text, isUrgent, to, isElsewhere } }: { problem: Problem }) {
  const told = (
    <>
      <Icon />
      <span>
        <strong>{title}</strong>
        <span className="kit-note">{text}</span>
      </span>
    </>
  )
  return (
    <li data-urgent={isUrgent || undefined}>
      {to === undefined ? (
        <div className="system-how">{told}</div>
      ) : isElsewhere ? (
        <OutLink href={to}>
          {told}
          <ChevronRightIcon />
        </OutLink>
      ) : (
        <Link href={to}>
          {told}
          <ChevronRightIcon />
        </Link>
      )}
    </li>
  )
}
