import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { useFormResult } from '#ui/forms/form-result'
import { SignUpForm } from './sign-up-form'

/** Where there is only a newsletter, there is no box to tick. */
export function WaitlistForm({ at }: { at?: string }) {
  const t = useText()
  const { signUp } = useAtomValue(siteAtom)
  const [result] = useFormResult('waitlist')
  return (
    <SignUpForm
      className="waitlist-form"
      button={{ className: 'button button-signal', text: t('waitlist.submit') }}
      noteClass="form-note"
      at={at}
    >
      {!signUp && (
        <label className="form-note">
          <input type="checkbox" name="news" defaultChecked={result?.values.news === 'on'} />
          {t('waitlist.news')}
        </label>
      )}
    </SignUpForm>
  )
}
