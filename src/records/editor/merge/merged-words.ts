import { useAtomValue } from 'jotai'
import { userAtom } from '#auth/sessions/session'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'

/** Who has changed what is edited too: the user in another window, somebody by name, or somebody. */
export function useWho(): (by: string | undefined) => { who: 'you' | 'named' | 'other'; name: string } {
  const me = useAtomValue(userAtom)?.username
  return (name = '') => ({ who: name === '' ? 'other' : name === me ? 'you' : 'named', name })
}

/** What is said when the work of two was put together without a question. */
export function useMergedWords() {
  const t = useText()
  const toast = useToast()
  const whoIs = useWho()
  const sentence = (by: string | undefined) => t('editing.merged.text', whoIs(by))
  return {
    sentence,
    tellMerged: (by: string | undefined) => toast({ title: t('editing.merged.title'), description: sentence(by) }),
  }
}

export const joinSentences = (...sentences: (string | undefined)[]): string =>
  sentences.filter((sentence) => sentence !== undefined).join(' ')
