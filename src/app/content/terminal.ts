import type { z } from 'zod'
import { isMessageId, translate } from '#i18n/translate'
import { StartError } from '#platform/start-error'
import { defaultLanguage } from '#i18n/language'

/** Typed answers parsed by a schema; throws `StartError` with a line for each fault. */
export function checked<Schema extends z.ZodType>(schema: Schema, answers: unknown): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(answers)
  if (success) return data
  throw new StartError(
    error.issues
      .map(({ message }) => (isMessageId(message) ? translate(defaultLanguage, message) : message))
      .join('\n'),
  )
}

/** Asks twice, without echo. */
export async function promptPassword(): Promise<string> {
  const password = await askHidden('Password: ')
  if (password !== (await askHidden('Password again: '))) throw new StartError('The passwords differ')
  return password
}

/** Reads a line from the terminal without echo. */
function askHidden(question: string): Promise<string> {
  process.stdout.write(question)
  process.stdin.setRawMode(true).resume()
  return new Promise((resolve) => {
    let typed = ''
    process.stdin.on('data', function read(bytes: Buffer) {
      for (const letter of bytes.toString('utf8')) {
        if (letter === '\u0003') process.exit(130)
        else if (letter === '\u007F' || letter === '\b') typed = [...typed].slice(0, -1).join('')
        else if (letter !== '\r' && letter !== '\n') typed += letter
        else {
          process.stdin.off('data', read)
          process.stdin.setRawMode(false).pause()
          process.stdout.write('\n')
          resolve(typed)
          return
        }
      }
    })
  })
}
