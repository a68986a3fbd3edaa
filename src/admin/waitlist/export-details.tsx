import { useId, useState } from 'react'
import { downloadText } from '#admin/download'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { Switch } from '#ui/controls/fields/switch'
import { useText } from '#i18n/i18n'
import type { Subscriber } from '#features/waitlist/contract'
import { csvName, subscriberDetailsCsv } from '#features/waitlist/csv'

type ExportDetailsProps = { subscribers: Subscriber[]; onClose: () => void }

/** Exports subscribers, optionally only those with a confirmed address, and shows how many there are. */
export function ExportDetails({ subscribers, onClose }: ExportDetailsProps) {
  const t = useText()
  const form = useId()
  const [confirmedOnly, setConfirmedOnly] = useState(false)
  const exported = confirmedOnly ? subscribers.filter(({ state }) => state === 'confirmed') : subscribers
  const download = () => {
    const name = csvName(new Date(), 'industria-waitlist-details')
    downloadText(name, 'text/csv;charset=utf-8', subscriberDetailsCsv(exported))
    onClose()
  }
  return (
    <ModalDialog
      title={t('subscribers.exportDetails')}
      isOpen
      onClose={onClose}
      closeLabel={t('subscribers.cancel')}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>{t('subscribers.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" isDisabled={exported.length === 0}>
            {t('subscribers.exportCount', { count: exported.length })}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="kit-stack"
        onSubmit={(event) => {
          event.preventDefault()
          download()
        }}
      >
        <p>{t('subscribers.exportDetailsText')}</p>
        <Switch isSelected={confirmedOnly} onChange={setConfirmedOnly}>
          {t('subscribers.confirmedOnly')}
        </Switch>
      </form>
    </ModalDialog>
  )
}
