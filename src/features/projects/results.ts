import type { ProjectResult } from './contract'

/** Whether nothing changed: such a result says `No effect`. In previews texts contain marks, which are private-use characters. */
export const hasNoEffect = ({ before = '', after = '' }: ProjectResult): boolean =>
  before.replace(/\p{Co}/gu, '') === after.replace(/\p{Co}/gu, '') && before !== ''
