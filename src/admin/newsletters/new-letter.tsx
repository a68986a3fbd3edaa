import { useState } from 'react'
import { useWrite } from '#auth/forms/use-write'
import { LeaveGuard } from '#editing/leave-guard'
import type { Newsletter } from '#features/newsletters/contract'
import { newslettersQuery } from '#features/newsletters/queries'
import { useText } from '#i18n/i18n'
import { BackToLetters } from './back-to-letters'
import { LetterForm } from './letter-form'
import { blankLetter, inputOf, isSame } from './letter-values'

/** A letter that is not stored yet. */
export function NewLetter({ post, onMade }: { post: number | undefined; onMade: (id: number) => void }) {
  const t = useText()
  const [values, setValues] = useState(() => blankLetter(post))
  const { mutate, isPending, isSuccess, error } = useWrite<Newsletter>({
    failed: t('letters.notSaved'),
    stale: [newslettersQuery().queryKey],
    onDone: ({ id }) => onMade(id),
  })
  return (
    <>
      <BackToLetters />
      <section className="admin-panel" aria-labelledby="letter">
        <h2 id="letter">{t('letters.new')}</h2>
        <LetterForm
          {...{ values, error, isPending }}
          isNew
          onChange={setValues}
          onSave={() => mutate({ method: 'POST', path: '/api/newsletters', body: inputOf(values) })}
        />
      </section>
      <LeaveGuard isActive={!isSuccess && !isSame(values, blankLetter(post))} isKept={false} />
    </>
  )
}
