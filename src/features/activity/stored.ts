import { plainText } from '#text/schema'
import { storedLine } from '#text/stored-schema'
import { activityEntry } from './contract'

const { action, kind } = activityEntry.shape

/** The schemas of an entry in archives. */
export const storedActivity = {
  action,
  kind,
  username: plainText(256).nullable(),
  recordId: plainText(500).nullable(),
  title: plainText(10_000),
  address: storedLine(500),
  device: plainText(2000),
}
