import { recordStore } from '#records/store'
import { customPageKind } from './contract'
import { customPages } from './table'

/** Newest first. */
export const customPageStore = recordStore(customPageKind, customPages)
