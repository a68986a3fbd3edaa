import { useState } from 'react'
import { useWrite } from '#auth/forms/use-write'
import type { Import, ImportUndone } from '#features/imports/contract'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { RefreshIcon, UndoIcon } from '#ui/controls/buttons/icons'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { Alert } from '#ui/controls/states/alert'
import { Link } from '#ui/link'
import { useToast } from '#ui/toasts/toast'
import { Counts } from './counts'
import { importsQuery } from './queries'
import { Remarks } from './remarks'

/** What was made, what was not and why, and the way back. */
export function Outcome({ one }: { one: Import }) {
  const t = useText()
  const isUndone = one.state === 'undone'
  return (
    <>
      {isUndone ? (
        <Alert variant="info">{t('imports.isUndone')}</Alert>
      ) : one.state === 'failed' ? (
        <Alert variant="danger" title={t('imports.isFailed')}>
          {t('imports.isFailedText')}
        </Alert>
      ) : (
        <Alert
          variant={one.failed.length > 0 ? 'info' : 'success'}
          title={t(one.failed.length > 0 ? 'imports.isDoneBut' : 'imports.isDone')}
        >
          {t('imports.look')} <Link href={href(adminPaths.blog)}>{t('adminNav.posts')}</Link>
          {', '}
          <Link href={href(adminPaths.pages)}>{t('adminNav.customPages')}</Link>
        </Alert>
      )}
      {!isUndone && <Counts counts={one.created} of={one.found} />}
      <Remarks title={t('imports.failedParts')} remarks={one.failed} isOpen />
      <Remarks title={t('imports.skipped')} remarks={one.skipped} />
      {!isUndone && <Actions one={one} />}
    </>
  )
}

function Actions({ one: { id, failed } }: { one: Import }) {
  const t = useText()
  const toast = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const stale = [importsQuery().queryKey]
  const again = useWrite<Import>({ failed: t('imports.notBegun'), stale, onDone: () => {} })
  const undo = useWrite<ImportUndone>({
    failed: t('imports.undoFailed'),
    stale,
    onDone: ({ trashed, kept }) => {
      setIsAsking(false)
      toast({
        title: t('imports.undone', { trashed }),
        description: kept > 0 ? t('imports.kept', { kept }) : undefined,
      })
    },
  })
  return (
    <div className="kit-actions">
      {failed.length > 0 && (
        <Button
          isPending={again.isPending}
          onPress={() => again.mutate({ method: 'POST', path: `/api/imports/${id}/media` })}
        >
          <RefreshIcon />
          {t('imports.againMedia')}
        </Button>
      )}
      <Button onPress={() => setIsAsking(true)}>
        <UndoIcon />
        {t('imports.undo')}
      </Button>
      <ConfirmDialog
        title={t('imports.undoTitle')}
        text={t('imports.undoText')}
        confirmLabel={t(undo.isPending ? 'imports.undoing' : 'imports.undoConfirm')}
        cancelLabel={t('imports.cancel')}
        isOpen={isAsking}
        isPending={undo.isPending}
        onConfirm={() => undo.mutate({ method: 'POST', path: `/api/imports/${id}/undo` })}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}
