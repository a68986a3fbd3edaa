/**
 * Searches a text from positions that only grow: each part of it is searched once, however many searches find nothing.
 * `pattern` is global.
 */
export function searchForward(text: string, pattern: RegExp): (from: number) => RegExpExecArray | undefined {
  let found: RegExpExecArray | null | undefined
  return (from) => {
    if (found === undefined || (found && found.index < from)) {
      pattern.lastIndex = from
      found = pattern.exec(text)
    }
    return found ?? undefined
  }
}
