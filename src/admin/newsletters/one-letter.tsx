import { textIn } from '#contract/site'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Newsletter } from '#features/newsletters/contract'
import { newsletterQuery } from '#features/newsletters/queries'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { Progress } from '#ui/controls/states/progress'
import { BackToLetters } from './back-to-letters'
import { EditLetter } from './edit-letter'
import { LetterActions } from './letter-actions'
import { LetterPreview } from './letter-preview'
import { MailDomainPanel } from './mail-domain-panel'
import { isChangeable, isGoing, refreshing } from './standing'

/** One letter: its text while that may change, how far it is, and how readers get it. */
export function OneLetter({ id, onDeleted }: { id: number; onDeleted: () => void }) {
  const language = useAtomValue(languageAtom)
  const t = useText()
  const { data: letter } = useSuspenseQuery({
    ...newsletterQuery(id),
    refetchInterval: ({ state: { data } }) => (data && isGoing(data) ? refreshing : false),
  })
  const [isDirty, setIsDirty] = useState(false)
  return (
    <>
      <BackToLetters />
      <section className="admin-panel" aria-labelledby="letter">
        <header>
          <h2 id="letter">{textIn(letter.subject, language)}</h2>
          <p className="kit-note">
            {t(`letters.is.${letter.state}`)}
            {letter.sendAt !== null && ` · ${dateTime(letter.sendAt, language)}`}
          </p>
        </header>
        {letter.state !== 'draft' && letter.total > 0 && <Outcome letter={letter} />}
        <LetterActions letter={letter} isDirty={isDirty && isChangeable(letter)} onDeleted={onDeleted} />
      </section>
      <LetterPreview key={letter.version} id={id} />
      {isChangeable(letter) && (
        <>
          <section className="admin-panel" aria-labelledby="letter-text">
            <h2 id="letter-text">{t('letters.text')}</h2>
            <EditLetter letter={letter} onDirty={setIsDirty} />
          </section>
          <MailDomainPanel />
        </>
      )}
    </>
  )
}

function Outcome({ letter }: { letter: Newsletter }) {
  const t = useText()
  const number = new Intl.NumberFormat(useAtomValue(languageAtom))
  const { sent, failed, total, state } = letter
  return (
    <>
      {state === 'sending' && (
        <Progress label={t('letters.going', { done: sent + failed, total })} value={sent + failed} max={total} />
      )}
      <dl className="admin-tally">
        {(['total', 'sent', 'failed', 'bounced', 'unsubscribed'] as const).map((part) => (
          <div key={part}>
            <dt>{t(`letters.part.${part}`)}</dt>
            <dd>{number.format(letter[part])}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
