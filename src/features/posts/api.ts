import { recordApi } from '#records/api'
import type { Services } from '#base/services'
import { postKind } from './contract'
import { document } from './document'
import { postStore } from './store'

export const postsApi = (services: Services) => recordApi(services, { kind: postKind, store: postStore, document })
