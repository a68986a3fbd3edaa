import { readWxr } from '../wordpress/read-wxr'
import type { importKinds } from '../contract'
import type { Reader } from './reader'

export const readers: Readonly<Partial<Record<(typeof importKinds)[number], Reader>>> = { wordpress: readWxr }
