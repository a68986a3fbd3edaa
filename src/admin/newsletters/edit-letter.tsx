import { useState } from 'react'
import { useWrite } from '#auth/forms/use-write'
import { LeaveGuard } from '#editing/leave-guard'
import type { Newsletter } from '#features/newsletters/contract'
import { newslettersQuery } from '#features/newsletters/queries'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { LetterForm } from './letter-form'
import { inputOf, isSame, valuesOf } from './letter-values'

/** The text of a letter that has not gone out. */
export function EditLetter({ letter }: { letter: Newsletter }) {
  const t = useText()
  const toast = useToast()
  const [values, setValues] = useState(() => valuesOf(letter))
  const { mutate, isPending, error } = useWrite<Newsletter>({
    failed: t('letters.notSaved'),
    stale: [newslettersQuery().queryKey],
    onDone: () => toast({ title: t('letters.saved') }),
  })
  const { id, version } = letter
  return (
    <>
      <LetterForm
        {...{ values, error, isPending }}
        isNew={false}
        onChange={setValues}
        onSave={() => mutate({ method: 'PUT', path: `/api/newsletters/${id}`, version, body: inputOf(values) })}
      />
      <LeaveGuard isActive={!isSame(values, valuesOf(letter))} isKept={false} />
    </>
  )
}
