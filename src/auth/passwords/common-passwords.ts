import { commonPasswordList } from './common-password-list' with { type: 'macro' }

const tails = ['1', '12', '123', '1234', '12345', '123456', '1234567', '12345678']
const rows = ['1234567890123456', 'abcdefghijklmnop', 'qwertyuiopasdfgh', 'qazwsxedcrfvtgby']
const oneSign = /^([0-9a-z])\1{11,15}$/

/** Whether a password of the least length or more is in the list of common ones, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { long, first } = await commonPasswordList()
  const folded = password.normalize('NFC').toLowerCase()
  return (
    long.includes(folded) ||
    oneSign.test(folded) ||
    rows.some((row) => row.startsWith(folded)) ||
    // How people stretch a common password to the least length: typed twice, or followed by digits.
    first.some((word) => folded === word + word || tails.some((tail) => folded === word + tail))
  )
}
