import { useCallback } from 'react'
import { ApiError } from '#client/api-error'
import { type Translate, useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'

/** Timeout of a response in milliseconds. */
export const responseTimeout = 30_000

/** The error toast of a save: the status, and the sentence below. */
export function failureText(error: unknown, fallback: string, t: Translate): string {
  const sentence = plainFailure(error, fallback, t)
  return error instanceof ApiError ? `${error.status}: ${sentence}` : sentence
}

/** Shows an error as a toast: the server's message, or the fallback. */
export function useFailureToast() {
  const t = useText()
  const toast = useToast()
  return useCallback(
    (error: unknown, fallback: string, title = t('editing.error')) =>
      toast({ variant: 'destructive', title, description: failureText(error, fallback, t) }),
    [t, toast],
  )
}

/** The error text of forms and screens: the server's message if there is one, then issues that add to it. */
export function plainFailure(error: unknown, fallback: string, t: Translate): string {
  if (error instanceof ApiError) {
    const issues = error.issues.map(({ message }) => message).filter((message) => message !== error.text)
    return [isReadable(error.text) ? error.text : fallback, ...issues].join(' ')
  }
  // A response that is not JSON came from something in between, such as the sign-in page of a public network.
  if (error instanceof TimedOut || error instanceof TypeError || error instanceof SyntaxError)
    return t('editing.offline')
  return error instanceof Error && error.message !== '' ? error.message : fallback
}

/** The response timed out; whether the change was applied is unknown. */
export class TimedOut extends Error {}

/** Rejects after `milliseconds`. */
export async function withTimeout<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut()), milliseconds)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

const isReadable = (text: string) => text.trim() !== '' && !text.trimStart().startsWith('<')
