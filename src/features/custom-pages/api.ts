import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { recordApi } from '#records/api/api'
import type { Services } from '#platform/services'
import { blockType, customPageKind } from './contract'
import { describeBlockTypes } from './describe-block-types'
import { blockTypesOperation, document } from './document'
import { customPageStore } from './store'

export const customPagesApi = (services: Services) =>
  new Elysia().use(recordApi(services, { kind: customPageKind, store: customPageStore, document })).use(types(services))

const types = (services: Services) =>
  new Elysia({ prefix: '/block-types', tags: [customPageKind.tag.name] })
    .use(adminOnly(services))
    .get('', describeBlockTypes, { response: { 200: z.array(blockType) }, detail: blockTypesOperation })
