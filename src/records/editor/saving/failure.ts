import { ApiError } from '#client/api-error'
import type { Translate } from '#i18n/i18n'

/** How long an answer is waited for, in milliseconds. */
export const responseTimeout = 30_000

/** What a toast tells somebody whose save failed: the status, and then as below. */
export function failureText(error: unknown, fallback: string, t: Translate): string {
  const sentence = plainFailure(error, fallback, t)
  return error instanceof ApiError ? `${error.status}: ${sentence}` : sentence
}

/** What forms and screens tell: the server's own words where it gave some, then issues that say more. */
export function plainFailure(error: unknown, fallback: string, t: Translate): string {
  if (error instanceof ApiError) {
    const issues = error.issues.map(({ message }) => message).filter((message) => message !== error.text)
    return [isReadable(error.text) ? error.text : fallback, ...issues].join(' ')
  }
  // Text that is no JSON where JSON was due: the answer came from something in between, such as the sign-in page of a
  // public network.
  if (error instanceof NoAnswer || error instanceof TypeError || error instanceof SyntaxError)
    return t('editing.offline')
  return error instanceof Error && error.message !== '' ? error.message : fallback
}

/** The server took too long; whether the change was applied is not known. */
export class NoAnswer extends Error {}

/** Gives up waiting after `milliseconds`. */
export async function answerWithin<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), milliseconds)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

const isReadable = (text: string) => text.trim() !== '' && !text.trimStart().startsWith('<')
