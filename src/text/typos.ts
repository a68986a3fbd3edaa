const letters = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'

/** Whether one letter is inserted, deleted, replaced, or transposed with the next one. */
export function isTypo(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1 || left === right) return false
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  const [rest, other] = [left.slice(at), right.slice(at)]
  if (rest.length < other.length) return rest === other.slice(1)
  if (rest.length > other.length) return rest.slice(1) === other
  return rest.slice(1) === other.slice(1) || (swapped(rest) === other && rest.length > 1)
}

/** All words that are a typo of a folded word, with letters of its own script, and digits only if it has one. */
export function typosOf(word: string): string[] {
  const own = [...new Set(word + letters + (/\d/.test(word) ? digits : ''))]
  const forms = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    for (const letter of own) {
      forms.add(before + letter + after)
      if (after !== '') forms.add(before + letter + after.slice(1))
    }
    if (after !== '') forms.add(before + after.slice(1))
    if (after.length > 1) forms.add(before + swapped(after))
  }
  forms.delete(word)
  return [...forms].filter((form) => form.isWellFormed())
}

const swapped = (text: string) => `${text[1]}${text[0]}${text.slice(2)}`
