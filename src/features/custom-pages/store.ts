import { recordStore } from '#records/store'
import { customPageKind } from './contract'
import { customPages } from './table'

/** The newest first. */
export const customPageStore = recordStore(customPageKind, customPages)
