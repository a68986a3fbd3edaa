import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loginFor } from '#auth/next-path'
import { sessionEndShownAtom } from '#auth/sessions/session'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { Alert } from '#ui/controls/states/alert'
import { Progress } from '#ui/controls/states/progress'
import { restoreQuery, type RestoreStatus } from './queries'

/** Query parameter with the ID of the watched restore; it persists across the login that a restore requires. */
export const restoreParam = 'restore'

/** The progress and the result of the restore in the URL. */
export function RestoreWatch() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const id = new URLSearchParams(search).get(restoreParam)
  const close = () => void navigate(href(adminPaths.system), { replace: true })
  return id === null ? null : <WatchDialog id={id} onClose={close} />
}

function WatchDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText()
  const { data: restore, failureCount } = useQuery(restoreQuery(id))
  useOwnSessionEnd()
  const state = restore?.state ?? 'running'
  return (
    <ModalDialog
      title={t(`restoring.title.${state}`)}
      isOpen
      onClose={onClose}
      closeLabel={t('restoring.close')}
      size="small"
      footer={state === 'ended' ? <LogIn id={id} /> : <Leave isDone={state === 'done'} onClose={onClose} />}
    >
      <div className="kit-stack">
        <RestoreResult restore={restore} />
        {state === 'running' && failureCount > 0 && <Alert variant="info">{t('restoring.away')}</Alert>}
      </div>
    </ModalDialog>
  )
}

/** A restore logs everybody out; this screen reports it instead of the sign-in dialog. */
function useOwnSessionEnd() {
  const setIsShown = useSetAtom(sessionEndShownAtom)
  useEffect(() => {
    setIsShown(true)
    return () => setIsShown(false)
  }, [setIsShown])
}

function RestoreResult({ restore }: { restore: RestoreStatus | undefined }): ReactNode {
  const t = useText()
  switch (restore?.state) {
    case 'done':
      return (
        <Alert variant="success" title={t('restoring.done')}>
          {t('restoring.doneText')}
        </Alert>
      )
    case 'failed':
      return (
        <Alert variant="danger" title={t('restoring.failed')}>
          {restore.error}
        </Alert>
      )
    case 'ended':
      return (
        <Alert variant="info" title={t('restoring.ended')}>
          {t('restoring.endedText')}
        </Alert>
      )
    case 'gone':
      return <p>{t('restoring.gone')}</p>
    default:
      return <Going done={restore?.done ?? 0} total={restore?.total ?? 0} />
  }
}

function Going({ done, total }: { done: number; total: number }) {
  const t = useText()
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100)
  return (
    <>
      {done === 0 ? (
        <Progress label={t('restoring.backingUp')} max={1} />
      ) : (
        <Progress label={t('restoring.percent', { percent })} value={done} max={total} />
      )}
      <p>{t('restoring.running')}</p>
      <p className="kit-note">{t('restoring.runningText')}</p>
    </>
  )
}

/** A full page load, because the site's name, texts and theme may have changed with the restore. */
function LogIn({ id }: { id: string }) {
  const t = useText()
  return (
    <a
      className="kit-button"
      data-variant="primary"
      href={loginFor(`${href(adminPaths.system)}?${restoreParam}=${encodeURIComponent(id)}`)}
    >
      {t('restoring.logInNow')}
    </a>
  )
}

function Leave({ isDone, onClose }: { isDone: boolean; onClose: () => void }) {
  const t = useText()
  const toHref = useHref()
  return (
    <>
      {isDone && (
        <LinkButton href={toHref(sitePaths.home)} target="_blank">
          {t('restoring.look')}
        </LinkButton>
      )}
      <Button variant={isDone ? 'primary' : 'secondary'} onPress={onClose}>
        {t('restoring.close')}
      </Button>
    </>
  )
}
