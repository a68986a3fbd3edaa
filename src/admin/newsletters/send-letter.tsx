import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormFault } from '#auth/forms/form-fault'
import { useWrite } from '#auth/forms/use-write'
import { issuesByField, fieldIssues } from '#client/field-issues'
import type { Newsletter } from '#features/newsletters/contract'
import { newslettersQuery, readersQuery } from '#features/newsletters/queries'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { Choice } from '#ui/controls/fields/choice'
import { DateTimeField } from '#ui/controls/fields/date-time-field'

type SendLetterProps = { letter: Newsletter; onClose: () => void }

const hour = 3_600_000

/** Sends a newsletter now or at a scheduled time, after showing the number of recipients. */
export function SendLetter({ letter: { id, audience, version }, onClose }: SendLetterProps) {
  const t = useText()
  const { data: readers } = useQuery(readersQuery())
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [at, setAt] = useState(() => new Date(Math.ceil((Date.now() + hour) / hour) * hour).toISOString())
  const { mutate, isPending, error } = useWrite<Newsletter>({
    failed: t('letters.sendFailed'),
    stale: [newslettersQuery().queryKey],
    onDone: onClose,
  })
  const count = readers?.[audience]
  const send = () =>
    mutate({ method: 'POST', path: `/api/newsletters/${id}/send`, version, body: when === 'now' ? {} : { at } })
  return (
    <ModalDialog
      title={t('letters.sendTitle')}
      isOpen
      onClose={onClose}
      closeLabel={t('letters.close')}
      size="small"
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {t('letters.notYet')}
          </Button>
          <Button variant="primary" onPress={send} isPending={isPending} isDisabled={!count}>
            {t(when === 'now' ? 'letters.sendTo' : 'letters.scheduleTo', { count: count ?? 0 })}
          </Button>
        </>
      }
    >
      <div className="kit-stack">
        <p>{t(count === 0 ? 'letters.nobody' : 'letters.sendText', { count: count ?? 0 })}</p>
        <Choice
          label={t('letters.when')}
          value={when}
          onChange={setWhen}
          options={[
            { value: 'now', label: t('letters.now') },
            { value: 'later', label: t('letters.later') },
          ]}
        />
        {when === 'later' && (
          <DateTimeField
            label={t('letters.at')}
            value={at}
            onChange={setAt}
            error={issuesByField(fieldIssues(error)).at}
          />
        )}
        <FormFault error={error} />
      </div>
    </ModalDialog>
  )
}
