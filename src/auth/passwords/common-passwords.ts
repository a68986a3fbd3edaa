import { leastPasswordLength } from '#auth/contract'

const tails = ['1', '12', '123', '1234', '12345', '123456', '1234567', '12345678']
const rows = ['12345678901234567890', 'abcdefghijklmnopqrst', 'qwertyuiopasdfghjklzxcvbnm', 'qazwsxedcrfvtgbyhnujm']
const lengths = [12, 13, 14, 15, 16]

let common: Promise<ReadonlySet<string>> | undefined

/** Whether a password is among those that are tried first, whatever its case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readList()
  return (await common).has(password.normalize('NFC').toLowerCase())
}

/** Read when it is first asked for: it is large, and hardly ever needed. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const known = dictionary['passwords-common']
  // What people who need a longer one make of it: twice the same, or numbers behind it.
  const stretched = known.slice(0, 1000).flatMap((word) => [word + word, ...tails.map((tail) => word + tail)])
  const lined = lengths.flatMap((length) => [
    ...rows.map((row) => row.slice(0, length)),
    ...[...'0123456789abcdefghijklmnopqrstuvwxyz'].map((sign) => sign.repeat(length)),
  ])
  return new Set([...known, ...stretched, ...lined].filter((word) => word.length >= leastPasswordLength))
}
