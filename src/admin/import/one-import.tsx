import { useSuspenseQuery } from '@tanstack/react-query'
import type { Import } from '#features/imports/contract'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { Alert } from '#ui/controls/states/alert'
import { ChevronLeftIcon } from '#ui/controls/buttons/icons'
import { Progress } from '#ui/controls/states/progress'
import { Link } from '#ui/link'
import { Counts } from './counts'
import { Outcome } from './outcome'
import { importQuery, importsQuery } from './queries'
import { Remarks } from './remarks'
import { RunForm } from './run-form'

/** One file: what was found in it, how far it is, what came of it. */
export function OneImport({ id }: { id: string }) {
  const t = useText()
  const { data: one } = useSuspenseQuery(importQuery(id))
  const { data: all } = useSuspenseQuery(importsQuery())
  const title = all.find((entry) => entry.id === one.id)?.title ?? t(`imports.kind.${one.kind}`)
  return (
    <>
      <Link href={href(adminPaths.import)} className="admin-back">
        <ChevronLeftIcon />
        {t('imports.back')}
      </Link>
      <section className="admin-panel" aria-labelledby="import-one">
        <header className="import-head">
          <h2 id="import-one">{title}</h2>
          <p className="kit-note">
            {t(`imports.kind.${one.kind}`)} · {t(`imports.state.${one.state}`)}
          </p>
        </header>
        <Standing one={one} />
      </section>
    </>
  )
}

function Standing({ one }: { one: Import }) {
  const t = useText()
  switch (one.state) {
    case 'read':
      return (
        <>
          <Counts counts={one.found} />
          <p className="kit-note">{t('imports.nothingYet')}</p>
          <Remarks title={t('imports.skipped')} remarks={one.skipped} />
          {one.found.posts + one.found.pages + one.found.media > 0 ? (
            <RunForm {...one} />
          ) : (
            <Alert variant="info">{t('imports.empty')}</Alert>
          )}
        </>
      )
    case 'running':
      return <Going {...one} />
    default:
      return <Outcome one={one} />
  }
}

function Going({ done, total }: Pick<Import, 'done' | 'total'>) {
  const t = useText()
  const isBegun = done > 0 && total > 0
  return (
    <>
      <Progress
        label={isBegun ? t('imports.going', { done, total }) : t('imports.preparing')}
        value={isBegun ? done : undefined}
        max={total}
      />
      <p className="kit-note">{t('imports.goingText')}</p>
    </>
  )
}
