import { useAtomValue } from 'jotai'
import { userAtom } from '#auth/sessions/session'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'

/** Who made the other changes: the user in another window, a named person, or an unknown one. */
export function useAuthor(): (by: string | undefined) => { who: 'you' | 'named' | 'other'; name: string } {
  const me = useAtomValue(userAtom)?.username
  return (name = '') => ({ who: name === '' ? 'other' : name === me ? 'you' : 'named', name })
}

/** The message about changes that were merged automatically. */
export function useMergedMessage() {
  const t = useText()
  const toast = useToast()
  const authorOf = useAuthor()
  const sentence = (by: string | undefined) => t('editing.merged.text', authorOf(by))
  return {
    sentence,
    showMergedToast: (by: string | undefined) => toast({ title: t('editing.merged.title'), description: sentence(by) }),
  }
}

export const joinSentences = (...sentences: (string | undefined)[]): string =>
  sentences.filter((sentence) => sentence !== undefined).join(' ')
