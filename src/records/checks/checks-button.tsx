import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { send, withPlainError } from '#client/api-error'
import { useDebounced } from '#editing/use-debounced'
import { useText } from '#i18n/i18n'
import { defaultLanguage } from '#i18n/language'
import { useLanguageNames } from '#i18n/use-language-names'
import { readPath } from '#records/editor/values/values'
import { Button } from '#ui/controls/buttons/button'
import { PopoverButton } from '#ui/controls/buttons/popover'
import { type Check, checkLevels } from './contract'

/** Checks run when nothing has been typed for this many milliseconds. */
const debounceDelay = 1000

type Checked = { kind: string; id?: number | string; values: unknown }

type ChecksProps = Checked & {
  labelOf: (path: string) => string
  /** Shows a field, and focuses it. */
  onPlace: (place: { path: string }) => void
}

/** What could be better before this is published, as a button that opens the list; nothing if there is nothing. */
export function ChecksButton({ labelOf, onPlace, ...checked }: ChecksProps) {
  const t = useText()
  const checks = useChecks(checked)
  if (checks.length === 0) return null
  return (
    <PopoverButton
      button={<Button variant="quiet">{t('checks.open', { count: checks.length })}</Button>}
      label={t('checks.title')}
    >
      {(close) => (
        <div className="edit-checks">
          <h2>{t('checks.title')}</h2>
          {checkLevels.map((level) => (
            <Checks
              key={level}
              level={level}
              checks={checks.filter((check) => check.level === level)}
              labelOf={labelOf}
              onPress={(path) => {
                close()
                onPlace({ path })
              }}
            />
          ))}
        </div>
      )}
    </PopoverButton>
  )
}

type LevelProps = {
  level: Check['level']
  checks: readonly Check[]
  labelOf: (path: string) => string
  onPress: (path: string) => void
}

function Checks({ level, checks, labelOf, onPress }: LevelProps) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  if (checks.length === 0) return null
  const placeOf = ({ path, language }: Check) =>
    [labelOf(readPath(path).name), ...(language === defaultLanguage ? [] : [nameOf(language)])].join(' · ')
  return (
    <section aria-label={t(`checks.level.${level}`)}>
      <h3 data-level={level}>{t(`checks.level.${level}`)}</h3>
      <ul>
        {checks.map((check) => (
          <li key={`${check.code} ${check.path} ${check.detail}`}>
            <button type="button" className="edit-check" onClick={() => onPress(check.path)}>
              <span>{t(`checks.code.${check.code}`, { detail: check.detail })}</span>
              <span className="kit-description">{placeOf(check)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The checks of what is typed; none while they are unknown, because publishing does not depend on them. */
function useChecks(checked: Checked): readonly Check[] {
  const debounced = useDebounced(checked, debounceDelay)
  const { data } = useQuery({
    queryKey: ['checks', debounced],
    queryFn: () =>
      withPlainError(send<Check[]>('POST', '/api/checks', { body: debounced }), () => 'The checks could not be read'),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return data ?? []
}
