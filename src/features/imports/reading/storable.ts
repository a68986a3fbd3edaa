import { changeTexts } from '#text/change-texts'

/** Removes characters that databases cannot store. */
export const storable = <Value>(value: Value): Value =>
  changeTexts(value, (text) => text.replaceAll('\0', '').toWellFormed())
