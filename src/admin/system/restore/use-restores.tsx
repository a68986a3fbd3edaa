import { useCallback, useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { UploadIcon } from '#ui/controls/buttons/icons'
import type { Source } from './queries'
import { RestoreDialog } from './restore-dialog'
import { RestoreWatch, restoreParam } from './restore-watch'

/**
 * `restoreOf`: renders the button to restore a backup, with `name` in its accessible name; `fromFile`: the button for a
 * local file; `dialogs`: the dialogs that both open.
 */
export function useRestores() {
  const t = useText()
  const navigate = useNavigate()
  const [source, setSource] = useState<Source>()
  const restoreOf = useCallback(
    (backup: Exclude<Source, File>, name: string) => (
      <Button aria-label={t('restoring.openOf', { name })} onPress={() => setSource(backup)}>
        {t('restoring.open')}
      </Button>
    ),
    [t],
  )
  const watch = (id: number) => {
    setSource(undefined)
    void navigate(`${href(adminPaths.system)}?${restoreParam}=${id}`, { replace: true })
  }
  const dialogs = (
    <>
      {source && <RestoreDialog source={source} onBegun={watch} onClose={() => setSource(undefined)} />}
      <RestoreWatch />
    </>
  )
  return { restoreOf, fromFile: <FromFile onFile={setSource} />, dialogs }
}

function FromFile({ onFile }: { onFile: (file: File) => void }) {
  const t = useText()
  return (
    <FileTrigger
      onSelect={(files) => {
        const file = files?.[0]
        if (file) onFile(file)
      }}
    >
      <Button>
        <UploadIcon />
        {t('restoring.fromFile')}
      </Button>
    </FileTrigger>
  )
}
